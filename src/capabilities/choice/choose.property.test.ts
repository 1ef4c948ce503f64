import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Evidence, evidenceSources } from '../evidence.ts'
import { createProfile, factOf } from '../profile.ts'
import type { Candidate, ChoiceLimits, Price } from './choice.ts'
import { choose } from './choose.ts'
import { readNeed } from './need.ts'

const ids = ['prompt.image', 'output.structured', 'thinking.effort', 'session.fork', 'session.resume']
const levels = ['low', 'high', 'max']

const evidence: fc.Arbitrary<Evidence> = fc.record(
  {
    source: fc.constantFrom(...evidenceSources.filter((source) => source !== 'model')),
    support: mostly<Evidence['support']>('supported', 'unsupported', 'unknown'),
    value: fc.subarray(levels, { minLength: 1 }),
  },
  { requiredKeys: ['source', 'support'] },
)

/** The first value nine times out of ten. */
function mostly<Value>(usual: Value, ...others: Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )
}

const price: fc.Arbitrary<Price | undefined> = fc.option(
  fc.record({ input: fc.constantFrom(0, 1, 3), output: fc.constantFrom(0, 5) }, { requiredKeys: ['input'] }),
  { nil: undefined },
)

interface Entry {
  candidate: Candidate
  price: Price | undefined
}

const entry: fc.Arbitrary<Entry> = fc
  .record({
    claims: fc.array(fc.record({ id: fc.constantFrom(...ids), evidence }), { maxLength: 12 }),
    // Mostly equal, so that the later rules decide too.
    rest: fc.record(
      {
        installed: mostly(true, false),
        login: mostly<'yes' | 'no' | 'unknown'>('yes', 'no', 'unknown'),
        simulated: mostly(false, true),
        isOtherModel: mostly(false, true),
      },
      { requiredKeys: ['simulated', 'isOtherModel'] },
    ),
    coolDown: mostly(undefined, { until: '2026-11-17T20:00:00.000Z', isReported: true, reason: 'quota' }),
    price,
  })
  .map(({ claims, rest, coolDown, price: own }) => ({
    candidate: {
      agent: '',
      profile: createProfile({ kind: 'agent', id: 'any' }, claims),
      ...rest,
      ...(coolDown === undefined ? {} : { coolDown }),
    },
    price: own,
  }))

const catalogue = fc
  .array(entry, { maxLength: 8 })
  .map((entries) =>
    entries.map((one, index) => ({ ...one, candidate: { ...one.candidate, agent: `agent-${index}` } })),
  )

const need = fc.constantFrom(
  'images',
  'json schema',
  'thinking.effort=high',
  'fork',
  'session',
  'nothing-known',
)
const limits: fc.Arbitrary<ChoiceLimits> = fc.record(
  {
    maxPrice: fc.constantFrom(0, 1, 2),
    maxOutputPrice: fc.constantFrom(0, 4),
    installed: fc.boolean(),
    loggedIn: fc.boolean(),
    allowUnknown: fc.boolean(),
  },
  { requiredKeys: [] },
)

/** The capabilities behind the words of the test, and the value they must have. */
const meanings: Record<string, readonly (readonly [id: string, value?: string])[]> = {
  images: [['prompt.image']],
  'json schema': [['output.structured']],
  'thinking.effort=high': [['thinking.effort', 'high']],
  fork: [['session.fork']],
  session: [['session.fork'], ['session.resume']],
  'nothing-known': [],
}

/** The strength of the evidence that meets a need: 0 if it is unknown, undefined if it is unsupported. */
function strengthOf(word: string, { profile }: Candidate): number | undefined {
  const strengths = (meanings[word] ?? []).map(([id, value]) => {
    const fact = factOf(profile, id)
    if (fact.support === 'unknown') return 0
    if (fact.support === 'unsupported') return undefined
    if (value !== undefined && fact.value === undefined) return 0
    if (value !== undefined && !(fact.value as string[]).includes(value)) return undefined
    return { override: 5, observed: 4, advertised: 3, model: 2, declared: 1 }[fact.evidence[0]!.source]
  })
  if (strengths.length === 0) return 0
  // The first capability that meets the need counts, not the best known.
  return strengths.find((one) => one !== undefined && one > 0) ?? strengths.find((one) => one === 0)
}

function fits(entries: readonly Entry[], one: Entry, words: readonly string[], limit: ChoiceLimits): boolean {
  const { candidate, price: own } = one
  if (candidate.coolDown !== undefined) return false
  if (candidate.simulated && entries.some((other) => !other.candidate.simulated)) return false
  if (limit.installed && !candidate.installed) return false
  if (limit.loggedIn && candidate.login !== 'yes') return false
  if (limit.maxPrice !== undefined && !(own !== undefined && own.input <= limit.maxPrice)) return false
  if (
    limit.maxOutputPrice !== undefined &&
    !(own?.output !== undefined && own.output <= limit.maxOutputPrice)
  )
    return false
  return words.every((word) => {
    const strength = strengthOf(word, candidate)
    return strength !== undefined && (strength > 0 || limit.allowUnknown === true)
  })
}

interface Order {
  words: readonly string[]
  cheapest: boolean
}

/** Whether one candidate is better than another, rule by rule. */
function beats(one: Entry, other: Entry, { words, cheapest }: Order): boolean {
  const ready = (value: boolean | undefined): number => (value === undefined ? 1 : value ? 2 : 0)
  const weakest = ({ candidate }: Entry): number =>
    Math.min(9, ...words.map((word) => strengthOf(word, candidate) ?? 0))
  const login = { yes: 2, unknown: 1, no: 0 }
  const readiness: ((entry: Entry) => number)[] = [
    ({ candidate }) => ready(candidate.installed),
    ({ candidate }) => login[candidate.login ?? 'unknown'],
    weakest,
    ({ candidate }) => (candidate.isOtherModel ? 0 : 1),
  ]
  const prices: ((entry: Entry) => number)[] = [
    ({ price: own }) => (own === undefined ? -999 : -own.input),
    ({ price: own }) => (own?.output === undefined ? -999 : -own.output),
  ]
  const rules = cheapest ? [...prices, ...readiness] : [...readiness, ...prices]
  for (const rule of rules) if (rule(one) !== rule(other)) return rule(one) > rule(other)
  return Number(one.candidate.agent.slice(6)) < Number(other.candidate.agent.slice(6))
}

const order: fc.Arbitrary<Order> = fc.record({
  words: fc.array(need, { maxLength: 2 }),
  cheapest: fc.boolean(),
})

it('equals brute force for 1,000 random catalogues and needs', () => {
  fc.assert(
    fc.property(catalogue, order, limits, (entries, { words, cheapest }, limit) => {
      const prices = new Map(entries.map((one) => [one.candidate, one.price]))
      const choice = choose(
        words.map((word) => readNeed(word, ids)),
        entries.map(({ candidate }) => candidate),
        { prices: (candidate) => prices.get(candidate), limits: limit, cheapest },
      )
      const fitting = entries.filter((one) => fits(entries, one, words, limit))
      const isBetter = (one: Entry, other: Entry): boolean => beats(one, other, { words, cheapest })
      const best = fitting.find((one) => fitting.every((other) => other === one || isBetter(one, other)))
      expect(choice.winner?.agent).toBe(best?.candidate.agent)
      // The place of each is the number of those that beat it.
      const places = fitting.map((one) => ({
        agent: one.candidate.agent,
        place: fitting.filter((other) => other !== one && isBetter(other, one)).length,
      }))
      expect(choice.ranking.map(({ agent }, place) => ({ agent, place }))).toEqual(
        places.toSorted((one, other) => one.place - other.place),
      )
      const losers = entries.filter((one) => one !== best)
      expect(choice.losers.map(({ agent }) => agent)).toEqual(losers.map(({ candidate }) => candidate.agent))
      expect(choice.losers.every(({ reasons }) => reasons.length > 0)).toBe(true)
      const rejected = losers.filter((one) => !fitting.includes(one))
      expect(
        choice.losers.filter(({ reasons }) => reasons.some(({ type }) => type !== 'outranked')).length,
      ).toBe(rejected.length)
    }),
    { numRuns: 1000 },
  )
})
