import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdapterRegistry } from '../../src/agents/registry.ts'
import { createModelRegistry } from '../../src/models/registry.ts'
import { dummyKey } from '../../src/testing/provider/provider-setup.ts'
import { installEnvironment } from './cache.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'

/** A model that each lists with a key that is none, and its levels. */
const cases = [
  ['claude', 'claude-opus-5-5', ['low', 'medium', 'high', 'xhigh', 'max']],
  ['codex', 'gpt-6-luna', ['low', 'medium', 'high', 'xhigh', 'max']],
  ['opencode', 'anthropic/claude-sonnet-4-5', ['high', 'max']],
  ['pi', 'anthropic/claude-sonnet-4-5', ['off', 'minimal', 'low', 'medium', 'high']],
  ['omp', 'anthropic/claude-opus-4-6', ['low', 'medium', 'high', 'max']],
] as const

const adapters = createAdapterRegistry()
const models = createModelRegistry()
const home = mkdtempSync(join(tmpdir(), 'capstan-models-'))
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))

const environment = {
  ...installEnvironment,
  HOME: home,
  ANTHROPIC_API_KEY: dummyKey,
  OPENAI_API_KEY: dummyKey,
}

describe.each(cases)('%s lists its models', (agent, model, efforts) => {
  const { definition } = adapters.get(agent)
  beforeAll(() => installFirst(definition))

  it(`and lists ${model} with its levels`, async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const report = await adapters.askModels(agent, { environment, cwd: home, answerTimeout: 180_000 })
    const { name, package: own } = definition
    expect(report.source.name).toBe(`${name} ${own?.version}`)
    expect(report.models[model]?.efforts).toEqual(efforts)
    models.applyReported(agent, report)
    expect(models.details(agent, model)?.sources.at(-1)).toEqual(report.source)
  })
})

describe.each(['opencode', 'pi'])('the bundled levels of %s', (agent) => {
  const { definition } = adapters.get(agent)
  beforeAll(() => installFirst(definition))

  it('match its own list', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const report = await adapters.askModels(agent, { environment, cwd: home, answerTimeout: 180_000 })
    const bundled = createModelRegistry()
    const promised = Object.keys(report.models).flatMap((id) => {
      const known = bundled.details(agent, id)
      return known?.capabilities.supportsThinking ? [[id, known.efforts]] : []
    })
    expect(promised.length).toBeGreaterThan(20)
    // Another listing than this means that the program has newer data: generate the bundle again.
    expect(promised).toEqual(promised.map(([id]) => [id, report.models[String(id)]?.efforts]))
  })
})
