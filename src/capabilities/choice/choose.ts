import { requireList, requireOptions } from '../../core/check-argument.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { compare } from '../compare.ts'
import { evidenceSources } from '../evidence.ts'
import type {
  Candidate,
  Choice,
  ChoiceLimits,
  DecidedNeed,
  Price,
  RankedCandidate,
  RankRule,
  Rejection,
} from './choice.ts'
import type { Need } from './need.ts'

export interface ChooseOptions {
  /** The price of a candidate; undefined if unknown. */
  readonly prices?: (candidate: Candidate) => Price | undefined
  readonly limits?: ChoiceLimits
  /** Ranks by price before anything else. */
  readonly cheapest?: boolean
}

/**
 * Chooses the best candidate for the needs. Pure.
 * A candidate fits if it meets every need and every limit; those that fit are ranked by `readinessRules` and `priceRules`.
 */
export function choose(
  needs: readonly Need[],
  candidates: readonly Candidate[],
  options: ChooseOptions = {},
): Choice {
  requireList(needs, 'needs')
  requireList(candidates, 'candidates')
  requireOptions(options)
  const { prices = () => undefined, limits = {}, cheapest = false } = options
  const rules = cheapest ? [...priceRules, ...readinessRules] : [...readinessRules, ...priceRules]
  requirePrices(limits)
  const takesSimulated = candidates.every(({ simulated }) => simulated === true)
  const assessed = candidates.map((candidate): Assessed => {
    const price = prices(candidate)
    const decided = needs.map((need) => decide(need, candidate))
    const rejections = [
      ...(candidate.simulated === true && !takesSimulated ? [{ type: 'simulated' as const }] : []),
      ...rejectionsOf(candidate, limits),
      ...needRejections(decided, limits),
      ...priceRejections(price, limits),
    ]
    return { candidate, price, decided, rejections }
  })
  // The sort is stable, so the order of the candidates is the last rule.
  const fitting = assessed.filter(({ rejections }) => rejections.length === 0).toSorted(byRank(rules))
  const ranking = fitting.map(rankedOf)
  const [best] = fitting
  const [winner] = ranking
  return {
    ...(winner === undefined ? {} : { winner }),
    ranking,
    losers: assessed
      .filter((one) => one !== best)
      .map((one) => ({
        ...named(one.candidate),
        reasons:
          best === undefined || one.rejections.length > 0
            ? one.rejections
            : [{ type: 'outranked' as const, rule: decidingRule(rules, best, one) }],
      })),
  }
}

interface Assessed {
  readonly candidate: Candidate
  readonly price: Price | undefined
  readonly decided: readonly DecidedNeed[]
  readonly rejections: readonly Rejection[]
}

const weights = { met: 2, unknown: 1, unsupported: 0 } as const

/** One capability of a need is enough: the best verdict counts, the first of equals. */
function decide({ text, anyOf }: Need, { profile }: Candidate): DecidedNeed {
  const [first, ...others] = compare(profile, anyOf).results
  if (first === undefined) return { need: text, verdict: 'unknown' }
  const { requirement, verdict, fact } = others.reduce(
    (best, next) => (weights[next.verdict] > weights[best.verdict] ? next : best),
    first,
  )
  const source = fact.support === 'unknown' ? undefined : fact.evidence[0]?.source
  return {
    need: text,
    verdict,
    requirement,
    ...(source === undefined ? {} : { source }),
    ...(fact.value === undefined ? {} : { value: fact.value }),
  }
}

function needRejections(
  decided: readonly DecidedNeed[],
  { allowUnknown = false }: ChoiceLimits,
): Rejection[] {
  return decided
    .filter(({ verdict }) => verdict === 'unsupported' || (verdict === 'unknown' && !allowUnknown))
    .map((one) => ({ type: 'need', ...one }))
}

function rejectionsOf({ installed, login, coolDown }: Candidate, limits: ChoiceLimits): Rejection[] {
  return [
    ...(limits.installed === true && installed !== true ? [{ type: 'not-installed' as const }] : []),
    ...(limits.loggedIn === true && login !== 'yes'
      ? [{ type: 'not-logged-in' as const, login: login ?? 'unknown' }]
      : []),
    ...(coolDown === undefined ? [] : [{ type: 'cool-down' as const, ...coolDown }]),
  ]
}

function priceRejections(price: Price | undefined, { maxPrice, maxOutputPrice }: ChoiceLimits): Rejection[] {
  if (isWithin(price?.input, maxPrice) && isWithin(price?.output, maxOutputPrice)) return []
  const limit: Partial<Price> = {
    ...(maxPrice === undefined ? {} : { input: maxPrice }),
    ...(maxOutputPrice === undefined ? {} : { output: maxOutputPrice }),
  }
  return [{ type: 'price', limit, ...(price === undefined ? {} : { price }) }]
}

/** An unknown price exceeds every limit. */
function isWithin(price: number | undefined, limit: number | undefined): boolean {
  return limit === undefined || (price !== undefined && price <= limit)
}

/** A rule of the ranking and its score: the higher score wins. */
type ScoredRule = readonly [rule: RankRule, score: (one: Assessed) => number]

const readinessRules: readonly ScoredRule[] = [
  ['installed', ({ candidate: { installed } }) => (installed === undefined ? 0.5 : Number(installed))],
  ['login', ({ candidate: { login = 'unknown' } }) => ({ yes: 1, unknown: 0.5, no: 0 })[login]],
  ['evidence', ({ decided }) => Math.min(...decided.map(evidenceScore))],
  ['default-model', ({ candidate: { isOtherModel } }) => (isOtherModel === true ? 0 : 1)],
]

/** An unknown price scores below every price. */
const priceRules: readonly ScoredRule[] = [
  ['price', ({ price }) => -(price?.input ?? Infinity)],
  ['output-price', ({ price }) => -(price?.output ?? Infinity)],
]

/** The strength of the evidence of a need; the weakest need of a candidate counts. */
function evidenceScore({ verdict, source }: DecidedNeed): number {
  return verdict !== 'met' || source === undefined
    ? 0
    : evidenceSources.length - evidenceSources.indexOf(source)
}

function byRank(rules: readonly ScoredRule[]): (first: Assessed, second: Assessed) => number {
  return (first, second) => {
    for (const [, score] of rules) {
      const [one, other] = [score(first), score(second)]
      if (one !== other) return other > one ? 1 : -1
    }
    return 0
  }
}

function decidingRule(rules: readonly ScoredRule[], winner: Assessed, loser: Assessed): RankRule {
  return rules.find(([, score]) => score(winner) !== score(loser))?.[0] ?? 'order'
}

function rankedOf({ candidate, price, decided }: Assessed): RankedCandidate {
  return { ...named(candidate), ...(price === undefined ? {} : { price }), needs: decided }
}

function named({ agent, model }: Candidate): { agent: string; model?: string } {
  return { agent, ...(model === undefined ? {} : { model }) }
}

/** @throws ValidationError for a limit that is not a price. */
function requirePrices(limits: ChoiceLimits): void {
  for (const name of ['maxPrice', 'maxOutputPrice'] as const) {
    const value = limits[name]
    if (value === undefined || (Number.isFinite(value) && value >= 0)) continue
    const message = 'must be a number of at least 0'
    throw new ValidationError(`${name} ${message}, not ${String(value)}`, [{ path: [name], message }], {
      hint: `Pass US dollars per million tokens as ${name}.`,
    })
  }
}
