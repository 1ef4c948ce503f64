import { answerOf } from './answer.ts'
import { type Evidence, evidenceSources, type Support } from './evidence.ts'
import type { Resolution } from './facts.ts'
import { isOwnedByAgent, isOwnedByModel, isOwnedBySurface, partyOf } from './parties.ts'
import { type CallScope, exclusionOf, limitsOf } from './scope.ts'

/** The context of a resolution: one capability of one subject in one call. */
export interface ResolutionContext extends CallScope {
  readonly kind?: 'agent' | 'model' | 'session' | 'host'
}

/** The rules by which one piece of evidence outranks another, in order of application. */
export type Rule =
  | 'applies'
  | 'speaks'
  | 'override'
  | 'model'
  | 'version'
  | 'source'
  | 'scope'
  | 'newer'
  | 'later'

type Rank = readonly [rule: Rule, rank: (evidence: Evidence, context: ResolutionContext) => number]

const ranks: readonly Rank[] = [
  ['applies', (evidence, context) => Number(exclusionOf(evidence, context) === undefined)],
  ['speaks', (evidence) => Number(evidence.support !== 'unknown')],
  ['override', (evidence) => Number(evidence.source === 'override')],
  ['model', (evidence) => Number(evidence.model !== undefined)],
  ['version', (evidence, context) => Number(!isOfAnotherVersion(evidence, context))],
  ['source', (evidence) => evidenceSources.length - evidenceSources.indexOf(evidence.source)],
  ['scope', limitsOf],
  ['newer', (evidence) => timeOf(evidence)],
]

export function isOfAnotherVersion(evidence: Evidence, context: ResolutionContext): boolean {
  return (
    evidence.agentVersion !== undefined &&
    context.version !== undefined &&
    evidence.agentVersion !== context.version
  )
}

function timeOf(evidence: Evidence): number {
  const time = Date.parse(evidence.at ?? '')
  return Number.isNaN(time) ? -Infinity : time
}

/** The first rule that distinguishes two pieces, or `later` when only their order does. */
export function decidingRule(first: Evidence, second: Evidence, context: ResolutionContext): Rule {
  return ranks.find(([, rank]) => rank(first, context) !== rank(second, context))?.[0] ?? 'later'
}

function compareEvidence(first: Evidence, second: Evidence, context: ResolutionContext): number {
  for (const [, rank] of ranks) {
    const left = rank(first, context)
    const right = rank(second, context)
    if (left !== right) return right > left ? 1 : -1
  }
  return 0
}

/**
 * Resolves all evidence about one capability.
 * For each party that must support it, the strongest known statement wins; of two equal ones, the later in the list.
 * The capability is supported when every party supports it. Without a transport, the better transport counts.
 * The value comes from the strongest statement that does not contradict the winner.
 */
export function resolveEvidence(
  id: string,
  evidence: readonly Evidence[],
  context: ResolutionContext = {},
): Resolution {
  return resolveInScope(id, evidence, scopeFor(id, evidence, context))
}

/** The call that a fact is about; without a transport, the call over the better one. */
export function scopeFor(
  id: string,
  evidence: readonly Evidence[],
  context: ResolutionContext,
): ResolutionContext {
  if (context.transport !== undefined || evidence.every(({ scope }) => scope?.transport === undefined))
    return context
  const [overAcp, byCommandLine] = (['acp', 'cli'] as const).map((transport) => {
    const scope = { ...context, transport }
    return { scope, weight: weights[resolveInScope(id, evidence, scope).support] }
  }) as [ScopedWeight, ScopedWeight]
  return byCommandLine.weight > overAcp.weight ? byCommandLine.scope : overAcp.scope
}

interface ScopedWeight {
  scope: ResolutionContext
  weight: number
}

const weights: Readonly<Record<Support, number>> = { unsupported: 0, unknown: 1, supported: 2 }

function resolveInScope(id: string, evidence: readonly Evidence[], context: ResolutionContext): Resolution {
  // Most capabilities have one statement, and every run resolves a hundred capabilities before it starts.
  const ordered =
    evidence.length === 1
      ? evidence
      : evidence.toReversed().toSorted((a, b) => compareEvidence(a, b, context))
  const applicable = ordered.filter((piece) => exclusionOf(piece, context) === undefined)
  const answers = partiesOf(id, applicable, context).map(answerOf)
  // Every party must support it: unsupported outranks unknown, and unknown outranks supported.
  const [first = { support: 'unknown' as const }, ...others] = answers
  const weakest = others.reduce(
    (least, next) => (weights[next.support] < weights[least.support] ? next : least),
    first,
  )
  const value = weakest.value ?? answers.find((answer) => answer.support === weakest.support)?.value
  const rest = ordered.filter((piece) => piece !== weakest.decider)
  return {
    support: weakest.support,
    evidence: weakest.decider === undefined ? rest : [weakest.decider, ...rest],
    ...(value === undefined ? {} : { value }),
  }
}

/** The evidence of every party; the first party's value counts. */
function partiesOf(id: string, evidence: readonly Evidence[], { kind }: ResolutionContext): Evidence[][] {
  const of = (...parties: string[]): Evidence[] =>
    evidence.filter((piece) => parties.includes(partyOf(piece)))
  const [agent, model, surface] = [of('agent'), of('model'), of('surface')]
  const served = surface.length === 0 ? [] : [surface]
  if (surface.length > 0 && isOwnedBySurface(id)) return served
  if (kind === 'model' || isOwnedByModel(id)) return [of('agent', 'model'), ...served]
  if (isOwnedByAgent(id) || model.length === 0) return [agent, ...served]
  return [agent, model, ...served]
}
