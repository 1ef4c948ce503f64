import { requireList, requireObject } from '../core/check-argument.ts'
import { dictionaryEntry } from './dictionary.ts'
import type { Evidence } from './evidence.ts'
import { type CapabilityFact, type CapabilityProfile, factOf } from './profile.ts'
import { isOwnedByAgent, partyOf } from './parties.ts'
import { decidingRule, type ResolutionContext, type Rule, scopeFor } from './resolve.ts'
import { outOfScope, scopeText } from './scope.ts'
import { type Standing, standingOf } from './standing.ts'

/** A piece of evidence, and how it compares with the deciding piece. */
export interface WeighedEvidence {
  readonly evidence: Evidence
  readonly outcome: 'decides' | 'agrees' | 'overruled' | 'silent' | 'not applicable'
  /** Why this evidence has its outcome. */
  readonly reason: string
}

/** The evidence behind a fact. */
export interface Explanation {
  readonly id: string
  /** The meaning from the dictionary; undefined for an id outside the dictionary. */
  readonly means?: string
  readonly support: CapabilityFact['support']
  /** The support, or `not-applicable` for this kind of subject. */
  readonly standing: Standing
  readonly value?: unknown
  /** All evidence, the deciding piece first. */
  readonly evidence: readonly WeighedEvidence[]
}

/** Lists all evidence about a capability, with the reason why each piece did or did not decide. */
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
  if (piece === decider) return { evidence: piece, outcome: 'decides', reason: 'strongest evidence' }
  const outside = outOfScope(piece, scope)
  if (outside !== undefined) return { evidence: piece, outcome: 'not applicable', reason: outside }
  if (isOwnedByAgent(id) && partyOf(piece) === 'model') {
    return { evidence: piece, outcome: 'not applicable', reason: 'only evidence about the agent counts' }
  }
  if (decider === undefined || piece.support === 'unknown') {
    return { evidence: piece, outcome: 'silent', reason: 'says neither yes nor no' }
  }
  const outcome = piece.support === decider.support ? 'agrees' : 'overruled'
  return { evidence: piece, outcome, reason: reasonOf(decider, piece, scope) }
}

function reasonOf(decider: Evidence, piece: Evidence, scope: ResolutionContext): string {
  const [party, other] = [partyOf(decider), partyOf(piece)]
  if (party !== other && decider.support === 'unsupported' && piece.support === 'supported') {
    return `the ${party} must support it too`
  }
  return reasons[decidingRule(decider, piece, scope)](decider, piece)
}

const reasons: Record<Rule, (decider: Evidence, piece: Evidence) => string> = {
  applies: () => 'does not apply',
  speaks: () => 'says neither yes nor no',
  override: () => 'overrides take precedence',
  model: (decider) => `evidence about the model ${decider.model} takes precedence`,
  version: (_, piece) => `for version ${piece.agentVersion}, not the installed version`,
  source: (decider, piece) => `${decider.source} outranks ${piece.source}`,
  scope: () => 'evidence with a narrower scope decides',
  newer: () => 'older evidence',
  later: () => 'later evidence of equal weight decides',
}

/** Formats an explanation as text. */
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
