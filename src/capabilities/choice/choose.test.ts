import { describe, expect, it } from 'vitest'
import type { Evidence, EvidenceSource, Support } from '../evidence.ts'
import { createProfile } from '../profile.ts'
import type { Candidate } from './choice.ts'
import { choiceText } from './choice-text.ts'
import { choose } from './choose.ts'
import { readNeed } from './need.ts'

const ids = ['output.structured', 'output.json-mode', 'prompt.image', 'process.platforms', 'thinking.effort']

function candidate(
  agent: string,
  facts: Record<string, Support | [Support, EvidenceSource, unknown?]>,
  rest: Partial<Candidate> = {},
): Candidate {
  const claims = Object.entries(facts).map(([id, fact]) => {
    const [support, source, value] = typeof fact === 'string' ? ([fact, 'declared'] as const) : fact
    const evidence: Evidence = { source, support, ...(value === undefined ? {} : { value }) }
    return { id, evidence }
  })
  return { agent, profile: createProfile({ kind: 'agent', id: agent }, claims), ...rest }
}

const needs = (...texts: string[]) => texts.map((text) => readNeed(text, ids))

describe('choose', () => {
  it('rejects an agent whose support is unknown, unless unknown is allowed', () => {
    const candidates = [candidate('ada', {}), candidate('bob', { 'prompt.image': 'unsupported' })]
    const choice = choose(needs('prompt.image'), candidates)
    const requirement = { id: 'prompt.image' }
    expect(choice).toEqual({
      ranking: [],
      losers: [
        {
          agent: 'ada',
          reasons: [{ type: 'need', need: 'prompt.image', verdict: 'unknown', requirement }],
        },
        {
          agent: 'bob',
          reasons: [
            { type: 'need', need: 'prompt.image', verdict: 'unsupported', requirement, source: 'declared' },
          ],
        },
      ],
    })
    const allowed = choose(needs('prompt.image'), candidates, { limits: { allowUnknown: true } })
    expect(allowed.winner).toEqual({
      agent: 'ada',
      needs: [{ need: 'prompt.image', verdict: 'unknown', requirement }],
    })
  })

  it('finds structured output by the words json schema, and JSON mode does not satisfy them', () => {
    const candidates = [
      candidate('ada', { 'output.json-mode': 'supported' }),
      candidate('bob', { 'output.structured': 'supported' }),
    ]
    expect(choose(needs('JSON schema'), candidates).winner?.agent).toBe('bob')
  })

  it.each([
    ['thinking.effort=high', 'ada'],
    ['thinking.effort=max', undefined],
    ['windows', 'bob'],
  ])('compares the value of %s', (need, agent) => {
    const candidates = [
      candidate('ada', { 'thinking.effort': ['supported', 'declared', ['low', 'high']] }),
      candidate('bob', { 'process.platforms': ['supported', 'declared', ['linux', 'win32']] }),
    ]
    expect(choose(needs(need), candidates).winner?.agent).toBe(agent)
  })

  it('never takes an unknown price for a low one', () => {
    const candidates = [candidate('ada', {}), candidate('bob', {}), candidate('cyd', {})]
    const prices = ({ agent }: Candidate) =>
      ({ bob: { input: 3, output: 15 }, cyd: { input: 0, output: 0 } })[agent]
    expect(choose([], candidates, { prices }).ranking.map(({ agent }) => agent)).toEqual([
      'cyd',
      'bob',
      'ada',
    ])
    const limited = choose([], candidates, { prices, limits: { maxPrice: 2.5 } })
    expect(limited.losers).toEqual([
      { agent: 'ada', reasons: [{ type: 'price', limit: { input: 2.5 } }] },
      { agent: 'bob', reasons: [{ type: 'price', limit: { input: 2.5 }, price: { input: 3, output: 15 } }] },
    ])
    const output = choose([], candidates, { prices, limits: { maxOutputPrice: 14 } })
    expect(output.ranking.map(({ agent }) => agent)).toEqual(['cyd'])
  })

  it('prefers observed to advertised to declared evidence, and the weakest need counts', () => {
    const image = (source: EvidenceSource): [Support, EvidenceSource] => ['supported', source]
    const candidates = [
      candidate('declared', { 'prompt.image': image('declared'), 'output.structured': image('observed') }),
      candidate('advertised', {
        'prompt.image': image('advertised'),
        'output.structured': image('advertised'),
      }),
      candidate('observed', { 'prompt.image': image('observed'), 'output.structured': image('observed') }),
    ]
    const { ranking, losers } = choose(needs('images', 'structured output'), candidates)
    expect(ranking.map(({ agent }) => agent)).toEqual(['observed', 'advertised', 'declared'])
    expect(losers).toEqual([
      { agent: 'declared', reasons: [{ type: 'outranked', rule: 'evidence' }] },
      { agent: 'advertised', reasons: [{ type: 'outranked', rule: 'evidence' }] },
    ])
  })

  it('breaks ties by installation, login, default model, price and order, and names the rule', () => {
    const candidates = [
      candidate('last', {}, { installed: true, login: 'yes' }),
      candidate('first', {}, { installed: true, login: 'yes' }),
      candidate('other', {}, { installed: true, login: 'yes', model: 'mini', isOtherModel: true }),
      candidate('away', {}, { installed: true, login: 'no' }),
      candidate('absent', {}, { installed: false, login: 'yes' }),
      candidate('same', {}, { installed: true, login: 'yes' }),
    ]
    const prices = ({ agent }: Candidate) => ({ input: agent === 'last' ? 2 : 1, output: 1 })
    const { winner, losers } = choose([], candidates, { prices })
    expect(winner?.agent).toBe('first')
    expect(losers.map(({ agent, reasons }) => [agent, reasons[0]])).toEqual([
      ['last', { type: 'outranked', rule: 'price' }],
      ['other', { type: 'outranked', rule: 'default-model' }],
      ['away', { type: 'outranked', rule: 'login' }],
      ['absent', { type: 'outranked', rule: 'installed' }],
      ['same', { type: 'outranked', rule: 'order' }],
    ])
  })

  it('takes a simulated agent only if all candidates are simulated', () => {
    const sim = candidate('sim', {}, { simulated: true, installed: true })
    const real = candidate('ada', {}, { installed: false })
    expect(choose([], [sim]).winner?.agent).toBe('sim')
    expect(choose([], [sim, real]).winner?.agent).toBe('ada')
    expect(choose([], [sim, real], { limits: { installed: true } }).winner).toBe(undefined)
  })

  it('rejects an agent in a cool-down and reports its end', () => {
    const coolDown = { until: '2026-11-17T20:00:00.000Z', isReported: true, reason: 'rate-limit' }
    const { winner, losers } = choose([], [candidate('ada', {}, { coolDown }), candidate('bob', {})])
    expect(winner?.agent).toBe('bob')
    expect(losers).toEqual([{ agent: 'ada', reasons: [{ type: 'cool-down', ...coolDown }] }])
  })

  it('refuses a limit that is not a price', () => {
    expect(() => choose([], [], { limits: { maxPrice: Number.NaN } })).toThrow('maxPrice must be a number')
  })

  it('explains the winner, the ranking and every loser', () => {
    const coolDown = { until: '2026-11-17T20:00:00.000Z', isReported: false, reason: 'overload' }
    const candidates = [
      candidate('ada', { 'output.structured': ['supported', 'observed'] }, { model: 'opus' }),
      candidate('bob', { 'output.structured': 'supported' }),
      candidate('cyd', {}, { coolDown }),
    ]
    const prices = ({ agent }: Candidate) => (agent === 'cyd' ? undefined : { input: 1, output: 5 })
    const choice = choose(needs('json schema'), candidates, { prices, limits: { maxPrice: 1 } })
    expect(choiceText(choice).split('\n')).toEqual([
      'ada/opus: chosen',
      '  json schema (output.structured): met, observed',
      '  $1 in, $5 out per million tokens',
      'bob: fits, but the evidence for the winner is stronger',
      '  json schema (output.structured): met, declared',
      '  $1 in, $5 out per million tokens',
      'cyd: rejected',
      '  overload: the provider refuses requests until 2026-11-17T20:00:00.000Z (estimated)',
      '  json schema (output.structured): unknown, no evidence yet',
      '  price unknown; the limit is $1 in',
    ])
  })
})
