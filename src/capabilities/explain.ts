import { dictionaryEntry } from './dictionary.ts'
import type { Evidence } from './evidence.ts'
import { type CapabilityFact, type CapabilityProfile, factOf } from './profile.ts'
import { decidingRule, isAboutAnotherModel, type Rule } from './resolve.ts'

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
  readonly value?: unknown
  /** Every piece, the deciding one first. */
  readonly evidence: readonly WeighedEvidence[]
}

/** Lists every piece of evidence about a capability, and says why each but the first did not decide. */
export function explain(profile: CapabilityProfile, id: string): Explanation {
  const { support, value, evidence } = factOf(profile, id)
  const means = dictionaryEntry(id)?.means
  const decider = evidence.find(
    (piece) => piece.support !== 'unknown' && !isAboutAnotherModel(piece, profile.subject),
  )
  return {
    id,
    ...(means === undefined ? {} : { means }),
    support,
    ...(value === undefined ? {} : { value }),
    evidence: evidence.map((piece) => weigh(piece, decider, profile)),
  }
}

function weigh(
  piece: Evidence,
  decider: Evidence | undefined,
  { subject }: CapabilityProfile,
): WeighedEvidence {
  if (piece === decider) return { evidence: piece, outcome: 'decides', reason: 'nothing outweighs it' }
  if (isAboutAnotherModel(piece, subject)) {
    return { evidence: piece, outcome: 'not applicable', reason: `it is about the model ${piece.model}` }
  }
  if (decider === undefined || piece.support === 'unknown') {
    return { evidence: piece, outcome: 'silent', reason: 'it does not say whether' }
  }
  const reason = reasons[decidingRule(decider, piece, subject)](decider, piece)
  return { evidence: piece, outcome: piece.support === decider.support ? 'agrees' : 'overruled', reason }
}

const reasons: Record<Rule, (decider: Evidence, piece: Evidence) => string> = {
  applies: (_, piece) => `it is about the model ${piece.model}`,
  speaks: () => 'it does not say whether',
  override: () => 'an override beats everything else',
  model: (decider) => `what is known of the model ${decider.model} beats what is known of the agent`,
  version: (_, piece) => `it is of version ${piece.agentVersion}, which is not the installed one`,
  source: (decider, piece) => `${decider.source} beats ${piece.source}`,
  newer: () => 'it is older',
  later: () => 'one of the same weight was given later',
}

/** An explanation as lines for people. */
export function explanationText({ id, means, support, value, evidence }: Explanation): string {
  const head = `${id}: ${support}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`
  const lines = evidence.map(({ evidence: piece, outcome, reason }) => {
    const { source, origin, detail, agentVersion, model, at } = piece
    const about = [origin, detail, agentVersion && `version ${agentVersion}`, model && `model ${model}`, at]
    const where = about.filter((part) => part !== undefined && part !== '').join(', ')
    return `  ${outcome}: ${piece.support}, ${source}${where === '' ? '' : ` (${where})`}: ${reason}`
  })
  if (lines.length === 0) lines.push('  nobody has said or seen anything about it')
  return [means === undefined ? head : `${head} — ${means}`, ...lines].join('\n')
}
