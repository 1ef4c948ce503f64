import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AgentReport } from './remote/agent-report.ts'
import type { Correction } from './corrections.ts'
import type { ModelPrice, ProviderRecords } from './model-record.ts'

const folder = join(import.meta.dirname, 'data')
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const jsonFiles = (path: string): string[] => readdirSync(path).filter((name) => name.endsWith('.json'))
const bundle = read('bundle.json') as {
  date: string
  providers: string[]
  reports: string[]
  sources: object[]
}
const providers = bundle.providers.map((name) => read(`${name}.json`) as ProviderRecords)
const day = /^\d{4}-\d{2}-\d{2}$/

/** Every number of a price, wherever it stands. */
function numbersOf(price: ModelPrice): number[] {
  const { tiers = [], ...base } = price
  return [...Object.values(base), ...tiers.flatMap((tier) => Object.values(tier))]
}

describe('the bundle', () => {
  it('lists every file', () => {
    const named = [...bundle.providers.map((name) => `${name}.json`), 'bundle.json', 'corrections.json']
    expect(jsonFiles(folder).toSorted()).toEqual(named.toSorted())
    expect(jsonFiles(join(folder, 'reports')).toSorted()).toEqual(
      bundle.reports.map((name) => `${name}.json`),
    )
  })

  it('has the date of its newest source', () => {
    expect(bundle.date).toBe('2026-11-15')
    expect(bundle.sources).toEqual([
      { name: 'models.dev', date: '2026-09-30' },
      { name: 'pi-ai 1.5.0', date: '2026-11-02' },
      { name: 'Claude Code 2.1.325', date: '2026-11-15' },
      { name: 'Codex 0.166.0', date: '2026-11-15' },
      { name: 'OpenCode 1.18.33', date: '2026-11-15' },
    ])
  })

  it('stays small', () => {
    const sizes = [...jsonFiles(folder), ...bundle.reports.map((name) => `reports/${name}.json`)].map(
      (name) => readFileSync(join(folder, name)).byteLength,
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(700_000)
  })
})

describe.each(providers)('the records of $provider', ({ provider, api, models }) => {
  it('are sorted by trimmed ids without duplicates', () => {
    const ids = models.map(({ id }) => id)
    expect(provider).toMatch(/^[a-z0-9-]+$/)
    expect(api).not.toBe('')
    expect(ids.length).toBeGreaterThan(0)
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => (one < other ? -1 : 1)))
    for (const { id, name } of models) expect([id, name]).toEqual([id.trim(), name.trim()])
    expect(ids).not.toContain('')
  })

  it('have a source and a date', () => {
    const sources = models.map(({ source, date }) => `${source} of ${date}`)
    const known = new Set([
      'models.dev of 2026-09-30',
      'pi-ai 1.5.0 of 2026-11-02',
      'Claude Code 2.1.325 of 2026-11-15',
    ])
    expect(sources.filter((source) => !known.has(source))).toEqual([])
  })

  it('have plausible numbers', () => {
    for (const { context, output, price, budget, released } of models) {
      expect(context).toBeGreaterThan(0)
      expect(output).toBeGreaterThan(0)
      expect(Math.min(0, ...(price === undefined ? [] : numbersOf(price)))).toBe(0)
      const bounds = (price?.tiers ?? []).map(({ above }) => above)
      expect(bounds).toEqual([...new Set(bounds)].toSorted((one, other) => one - other))
      expect(budget?.min ?? 0).toBeLessThanOrEqual(budget?.max ?? output)
      expect(released ?? '2026-01').toMatch(/^\d{4}-\d{2}(-\d{2})?$/)
    }
  })
})

describe('the reports', () => {
  const reports = bundle.reports.map((name) => read(`reports/${name}.json`) as AgentReport)

  it('have a source and refer only to their own models', () => {
    for (const { source, aliases = {}, defaultModel, order = [], models } of reports) {
      expect(source).toEqual({ name: expect.stringMatching(/\d/), date: expect.stringMatching(day) })
      const pointed = [
        ...Object.values(aliases),
        ...order,
        ...(defaultModel === undefined ? [] : [defaultModel]),
      ]
      const successors = Object.values(models).flatMap(({ successorModelId }) => successorModelId ?? [])
      for (const id of [...pointed, ...successors]) expect(Object.keys(models)).toContain(id)
    }
  })
})

describe('the corrections', () => {
  const corrections = read('corrections.json') as Correction[]

  it('have evidence and a model each, and at most one per model', () => {
    for (const { provider, model, evidence, date, successor } of corrections) {
      const ids = providers.find((records) => records.provider === provider)?.models.map(({ id }) => id)
      expect(ids).toContain(model)
      expect(ids).toContain(successor ?? model)
      expect(evidence.length).toBeGreaterThan(20)
      expect(date).toMatch(day)
    }
    const names = corrections.map(({ provider, model }) => `${provider}/${model}`)
    expect(names).toEqual([...new Set(names)])
  })
})
