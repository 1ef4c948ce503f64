import { type Evidence, evidenceSources, type Support } from './evidence.ts'

/** What the evidence is judged for: the installed version and the selected model, where known. */
export interface ResolutionContext {
  readonly version?: string
  readonly model?: string
}

/** The rules by which one piece of evidence beats another, in the order they are asked. */
export type Rule = 'applies' | 'speaks' | 'override' | 'model' | 'version' | 'source' | 'newer' | 'later'

type Rank = readonly [rule: Rule, rank: (evidence: Evidence, context: ResolutionContext) => number]

const ranks: readonly Rank[] = [
  ['applies', (evidence, context) => Number(!isAboutAnotherModel(evidence, context))],
  ['speaks', (evidence) => Number(evidence.support !== 'unknown')],
  ['override', (evidence) => Number(evidence.source === 'override')],
  ['model', (evidence) => Number(evidence.model !== undefined)],
  ['version', (evidence, context) => Number(!isOfAnotherVersion(evidence, context))],
  ['source', (evidence) => evidenceSources.length - evidenceSources.indexOf(evidence.source)],
  ['newer', (evidence) => timeOf(evidence)],
]

export function isAboutAnotherModel(evidence: Evidence, context: ResolutionContext): boolean {
  return evidence.model !== undefined && evidence.model !== context.model
}

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

/** The first rule that tells two pieces apart, or `later` when only their order does. */
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

/** What a list of evidence comes to, with the evidence in order of weight. */
export interface Resolution {
  readonly support: Support
  readonly value?: unknown
  readonly evidence: readonly Evidence[]
}

/**
 * Decides over all evidence of one capability.
 * The heaviest statement that knows wins; of two that weigh the same, the later in the list.
 * The value is the heaviest one given by a statement that does not contradict the winner.
 */
export function resolveEvidence(evidence: readonly Evidence[], context: ResolutionContext = {}): Resolution {
  const ordered = evidence.toReversed().toSorted((a, b) => compareEvidence(a, b, context))
  const applicable = ordered.filter((piece) => !isAboutAnotherModel(piece, context))
  const support = applicable.find((piece) => piece.support !== 'unknown')?.support ?? 'unknown'
  const valued = applicable.find(
    (piece) => piece.value !== undefined && (piece.support === support || piece.support === 'unknown'),
  )
  return { support, evidence: ordered, ...(valued === undefined ? {} : { value: valued.value }) }
}
