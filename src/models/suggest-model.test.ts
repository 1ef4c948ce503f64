import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { suggestModels } from './suggest-model.ts'

const candidates = [
  { id: 'claude-opus-5-5', released: '2026-09-22', names: ['opus'] },
  { id: 'claude-sonnet-5-5', released: '2026-09-28', names: ['sonnet'] },
  { id: 'claude-haiku-5-5', released: '2026-10-20', names: ['haiku'] },
  { id: 'claude-fable-5-2', released: '2026-11-01', names: ['fable'] },
  { id: 'claude-fable-5-1', released: '2026-09-01' },
  { id: 'claude-opus-5', released: '2026-07-24' },
  { id: 'claude-opus-4-8', released: '2026-05-28' },
  { id: 'claude-opus-4-5', released: '2025-11-24' },
  { id: 'claude-opus-4-5-20251101', released: '2025-11-24' },
  { id: 'claude-sonnet-4-5', released: '2025-09-29' },
  { id: 'gpt-6.1-sol', released: '2026-09-29' },
  { id: 'gpt-6.1-terra', released: '2026-10-15' },
  { id: 'gpt-6-sol', released: '2026-09-22' },
  { id: 'gpt-6-luna', released: '2026-09-22' },
  { id: 'gpt-6-astra', released: '2026-09-04' },
  { id: 'gpt-5.5', released: '2026-04-23' },
  { id: 'gpt-5.3-codex', released: '2026-02-05' },
  { id: 'gpt-4o', released: '2024-05-13' },
  { id: 'o3', released: '2025-04-16' },
  { id: 'o3-mini', released: '2024-12-20', deprecated: true },
  { id: 'gemini-4-argon', released: '2026-10-10' },
  { id: 'gemini-3.8-flash', released: '2026-09-02', names: ['flash'] },
  { id: 'gemini-3.5-flash-lite', released: '2026-07-21', names: ['flash-lite'] },
  { id: 'gemini-3.1-pro-preview', released: '2026-02-19', names: ['pro'] },
  { id: 'grok-4.7', released: '2026-09-21' },
  { id: 'kimi-k3', released: '2026-06-01' },
  { id: 'kimi-k3.1-pro', released: '2026-10-25' },
  { id: 'glm-5.3', released: '2026-08-01' },
  { id: 'glm-5.2', released: '2026-05-01' },
  { id: 'deepseek-v4-pro', released: '2026-04-24' },
  { id: 'qwen3.8-max', released: '2026-09-10' },
  { id: 'MiniMax-M3', released: '2026-06-01' },
  { id: 'muse-wonder-1.0', released: '2026-10-30' },
]

describe('suggestModels', () => {
  it.each([
    ['opsu', 'claude-opus-5-5'],
    ['opus 5.5', 'claude-opus-5-5'],
    ['Opus5.5', 'claude-opus-5-5'],
    ['opus-4.8', 'claude-opus-4-8'],
    ['OPUS', 'claude-opus-5-5'],
    ['opus4', 'claude-opus-4-8'],
    ['claude-opus-4', 'claude-opus-4-8'],
    ['claude opus 4.5', 'claude-opus-4-5'],
    ['claude-opus-4-5-20251102', 'claude-opus-4-5'],
    ['anthropic/claude-opus-5-5', 'claude-opus-5-5'],
    ['cluade-opus-5-5', 'claude-opus-5-5'],
    ['claudeopus55', 'claude-opus-5-5'],
    ['sonet', 'claude-sonnet-5-5'],
    ['sonnnet', 'claude-sonnet-5-5'],
    ['sonnet-4', 'claude-sonnet-4-5'],
    ['sonn', 'claude-sonnet-5-5'],
    ['haikku', 'claude-haiku-5-5'],
    ['haiku 5', 'claude-haiku-5-5'],
    ['fabel', 'claude-fable-5-2'],
    ['fable 5.1', 'claude-fable-5-1'],
    ['gpt6.1', 'gpt-6.1-terra'],
    ['gpt-6-sool', 'gpt-6-sol'],
    ['gpt 6.1 sol', 'gpt-6.1-sol'],
    ['gpt_6_astra', 'gpt-6-astra'],
    ['gtp-5.5', 'gpt-5.5'],
    ['gpt5.5', 'gpt-5.5'],
    ['gpt4o', 'gpt-4o'],
    ['codex', 'gpt-5.3-codex'],
    ['codx', 'gpt-5.3-codex'],
    ['luna', 'gpt-6-luna'],
    ['o3 mini', 'o3-mini'],
    ['gemini flash', 'gemini-3.8-flash'],
    ['gemni', 'gemini-4-argon'],
    ['gemini-3-pro', 'gemini-3.1-pro-preview'],
    ['flash lite', 'gemini-3.5-flash-lite'],
    ['grok', 'grok-4.7'],
    ['grok 4', 'grok-4.7'],
    ['kimi k3', 'kimi-k3'],
    ['kimi', 'kimi-k3'],
    ['kimik3.1', 'kimi-k3.1-pro'],
    ['glm', 'glm-5.3'],
    ['glm 5.2', 'glm-5.2'],
    ['deep seek', 'deepseek-v4-pro'],
    ['deepseek', 'deepseek-v4-pro'],
    ['qwen', 'qwen3.8-max'],
    ['qwen 3.8', 'qwen3.8-max'],
    ['minimax', 'MiniMax-M3'],
    ['minmax m3', 'MiniMax-M3'],
    ['muse wonder', 'muse-wonder-1.0'],
    ['ｏｐｕｓ', 'claude-opus-5-5'],
  ])('puts first for %j: %s', (typed, first) => {
    expect(suggestModels(typed, candidates)[0]).toBe(first)
  })

  it.each([
    '',
    ' ',
    '---',
    '...///',
    'zzzzzz',
    'qqq',
    'x',
    'banana',
    'llama',
    '👍',
    '🙂🙂🙂',
    '日本語',
    '__proto__',
    'constructor',
    'undefined',
    '12345678',
    'a',
  ])('suggests nothing for %j', (typed) => {
    expect(suggestModels(typed, candidates)).toEqual([])
  })

  it('suggests nothing for a very long name', () => {
    for (const unit of ['opus ', 'z', '9', '-', '👍', 'a1']) {
      expect(suggestModels(unit.repeat(10_000), candidates)).toEqual([])
    }
  })

  it('returns at most five, sorted by similarity and date', () => {
    expect(suggestModels('claude', candidates)).toEqual([
      'claude-fable-5-2',
      'claude-haiku-5-5',
      'claude-sonnet-5-5',
      'claude-opus-5-5',
      'claude-fable-5-1',
    ])
    expect(suggestModels('opus 5.5', candidates)).toEqual([
      'claude-opus-5-5',
      'claude-opus-5',
      'claude-opus-4-5',
      'claude-opus-4-5-20251101',
      'claude-opus-4-8',
    ])
  })

  it('puts deprecated models last among equals and follows ranks before dates', () => {
    const both = [
      { id: 'b/opus-1', released: '2026-01-01', rank: 1 },
      { id: 'a/opus-1', released: '2025-01-01', rank: 0 },
      { id: 'c/opus-1', released: '2027-01-01', rank: 0, deprecated: true },
    ]
    expect(suggestModels('opus', both)).toEqual(['a/opus-1', 'b/opus-1', 'c/opus-1'])
  })

  it('never throws and returns only candidates', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const suggestions = suggestModels(typed, candidates)
        expect(suggestions.length).toBeLessThanOrEqual(5)
        for (const id of suggestions) expect(candidates.map((candidate) => candidate.id)).toContain(id)
      }),
    )
  })

  it('finds every model by its own name, with the punctuation changed', () => {
    const changed = candidates.map(({ id }) => ({ id, typed: id.replaceAll(/[-.]/g, ' ') }))
    for (const { id, typed } of changed.filter((one) => one.typed !== one.id))
      expect(suggestModels(typed, candidates)[0]).toBe(id)
  })

  it('suggests no model twice, and never the typed name', () => {
    const twice = [{ id: 'opus-5' }, { id: 'opus-5', names: ['Opus'] }, { id: 'opus' }]
    expect(suggestModels('opus', twice)).toEqual(['opus-5'])
  })
})
