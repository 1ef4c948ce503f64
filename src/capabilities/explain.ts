import { requireList, requireObject } from '../core/check-argument.ts'
import { dictionaryEntry } from './dictionary.ts'
import type { Evidence } from './evidence.ts'
import { type CapabilityFact, type CapabilityProfile, factOf } from './profile.ts'
import { isOwnedByAgent, partyOf } from './parties.ts'
import { decidingRule, type ResolutionContext, type Rule, scopeFor } from './resolve.ts'
import { outOfScope, scopeText } from './scope.ts'
import { type Standing, standingOf } from './standing.ts'

/** A piece of evidence and how it fared against the one that decided. */
export interface WeighedEvidence {
  readonly evidence: Evidence
  readonly outcome: 'decides' | 'agrees' | 'overruled' | 'silent' | 'not applicable'
  /** Why it did not decide; for the one that did, that nothing outweighs it. */
  readonly reason: string
}

/** Why a fact is what it is. */
export interface Explanation {
  readonly id: string
  /** What the dictionary says the capability is; undefined for an id of somebody's own. */
  readonly means?: string
  readonly support: CapabilityFact['support']
  /** The support, or that the subject is nothing that could have it. */
  readonly standing: Standing
  readonly value?: unknown
  /** Every piece, the deciding one first. */
  readonly evidence: readonly WeighedEvidence[]
}

/** Lists every piece of evidence about a capability, and says why each but the first did not decide. */
export function explain(profile: CapabilityProfile, id: string): Explanation {
  const { support, value, evidence } = factOf(profile, id)
  const means = dictionaryEntry(id)?.means
  const scope = scopeFor(id, evidence, profile.subject)
  const decider = support === 'unknown' ? undefined : evidence[0]
  return {
    id,
    ...(means === undefined ? {} : { means }),
    support,
    ...(value === undefined ? {} : { value }),
    standing: standingOf(profile, id),
    evidence: evidence.map((piece) => weigh(id, piece, { decider, scope })),
  }
}

interface Weighing {
  readonly decider: Evidence | undefined
  readonly scope: ResolutionContext
}

function weigh(id: string, piece: Evidence, { decider, scope }: Weighing): WeighedEvidence {
  if (piece === decider) return { evidence: piece, outcome: 'decides', reason: 'nothing outweighs it' }
  const outside = outOfScope(piece, scope)
  if (outside !== undefined) return { evidence: piece, outcome: 'not applicable', reason: outside }
  if (isOwnedByAgent(id) && partyOf(piece) === 'model') {
    return { evidence: piece, outcome: 'not applicable', reason: 'the agent alone decides' }
  }
  if (decider === undefined || piece.support === 'unknown') {
    return { evidence: piece, outcome: 'silent', reason: 'it does not say whether' }
  }
  const outcome = piece.support === decider.support ? 'agrees' : 'overruled'
  return { evidence: piece, outcome, reason: reasonOf(decider, piece, scope) }
}

function reasonOf(decider: Evidence, piece: Evidence, scope: ResolutionContext): string {
  const [party, other] = [partyOf(decider), partyOf(piece)]
  if (party !== other && decider.support === 'unsupported' && piece.support === 'supported') {
    return `the ${party} has to carry it too`
  }
  return reasons[decidingRule(decider, piece, scope)](decider, piece)
}

const reasons: Record<Rule, (decider: Evidence, piece: Evidence) => string> = {
  applies: () => 'it does not apply',
  speaks: () => 'it does not say whether',
  override: () => 'an override beats everything else',
  model: (decider) => `what is known of the model ${decider.model} beats what is known of the agent`,
  version: (_, piece) => `it is of version ${piece.agentVersion}, which is not the installed one`,
  source: (decider, piece) => `${decider.source} beats ${piece.source}`,
  scope: () => 'one with a narrower scope decides',
  newer: () => 'it is older',
  later: () => 'one of the same weight was given later',
}

/** An explanation as lines for people. */
export function explanationText(explanation: Explanation): string {
  requireObject(explanation, 'explanation')
  const { id, means, standing, value, evidence } = explanation
  requireList(evidence, 'explanation.evidence')
  const head = `${id}: ${standing.replace('-', ' ')}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`
  const lines = evidence.map(({ evidence: piece, outcome, reason }) => {
    const { source, origin, detail, agentVersion, model, at, scope = {} } = piece
    const version = agentVersion && `version ${agentVersion}`
    const about = [origin, detail, scopeText(scope), version, model && `model ${model}`, at]
    const where = about.filter((part) => part !== undefined && part !== '').join(', ')
    return `  ${outcome}: ${piece.support}, ${source}${where === '' ? '' : ` (${where})`}: ${reason}`
  })
  if (lines.length === 0) lines.push('  no evidence yet')
  return [means === undefined ? head : `${head} — ${means}`, ...lines].join('\n')
}
