import { describe, expect, it } from 'vitest'
import { sim } from '../agents/catalog/sim/definition.ts'
import type { AgentDefinition } from '../agents/definition/definition.ts'
import { createClient } from './client.ts'

const bare: AgentDefinition = { ...sim, id: 'mine', name: 'Mine', aliases: ['my-agent'] }
const withModels: AgentDefinition = {
  ...bare,
  modelList: [
    { id: 'large', name: 'Large', aliases: ['big'], efforts: ['low', 'high'], contextWindow: 200_000 },
    { id: 'small', isDefault: true, images: false, price: { input: 1, output: 2 } },
  ],
}
const unknown = expect.objectContaining({ code: 'UNKNOWN_AGENT' })

describe('an agent that is registered without models', () => {
  const client = createClient()
  client.adapters.register(bare)
  const { models } = client

  it('lists no models', async () => {
    expect([models.models('mine'), models.catalog('mine'), models.defaultModel('mine')]).toEqual([
      [],
      [],
      null,
    ])
    expect([models.model('mine', 'x'), models.details('mine', 'x')]).toEqual([null, null])
    expect(models.estimateCost('mine', 'x', 10, 10)).toBe(0)
    expect(models.cost('mine', 'x', { inputTokens: 1 }).status).toBe('unknown')
    expect(models.lastUpdated('mine').getTime()).toBeGreaterThan(0)
    await models.refresh('mine')
  })

  it('accepts any model with a warning', () => {
    const message = 'The models of mine are not known, so x cannot be checked'
    expect(models.validate('mine', 'x')).toEqual({ valid: true, status: 'unknown', message, suggestions: [] })
    const { model, warnings, options } = client.validateRun({ agent: 'mine', prompt: 'hello', model: 'x' })
    expect([model, options.model]).toEqual([null, 'x'])
    expect(warnings).toContain(message)
  })

  it('can report its models', () => {
    const own = createClient()
    own.adapters.register(bare)
    own.models.applyReported('mine', { source: { name: 'mine 1', date: '2026-11-16' }, models: { one: {} } })
    expect(own.models.models('mine').map(({ modelId }) => modelId)).toEqual(['one'])
    expect(own.models.validate('mine', 'x').valid).toBe(false)
  })
})

describe('an agent that is registered with models', () => {
  const client = createClient()
  client.adapters.register(withModels)
  const { models } = client

  it('lists them under all their names', () => {
    expect(models.models('mine').map(({ modelId, displayName }) => [modelId, displayName])).toEqual([
      ['large', 'Large'],
      ['small', 'small'],
    ])
    expect(models.defaultModel('mine')?.modelId).toBe('small')
    expect(models.validate('mine', 'big')).toMatchObject({ status: 'alias', resolvedModelId: 'large' })
    expect(models.validate('my-agent', 'large').status).toBe('ok')
    expect(models.validate('mine', 'lrage')).toMatchObject({ valid: false, suggestions: ['large'] })
    expect(models.cost('mine', 'small', { inputTokens: 1_000_000 })).toMatchObject({ usd: 1 })
  })

  it('has only the model data of its definition', () => {
    expect(models.details('mine', 'large')).toMatchObject({
      efforts: ['low', 'high'],
      capabilities: { supportsThinking: true, contextWindow: 200_000, source: 'bundled' },
      sources: [{ name: 'The definition of mine' }],
    })
    expect(models.details('mine', 'small')?.assumed).toContain('contextWindow')
    expect(models.details('mine', 'small')?.assumed).not.toContain('supportsImageInput')
  })

  it('rejects an unknown model', () => {
    const run = (): unknown => client.validateRun({ agent: 'mine', prompt: 'hello', model: 'huge' })
    expect(run).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }))
  })

  it('rejects two models with the same name', () => {
    const modelList = [{ id: 'a' }, { id: 'b', aliases: ['a'] }]
    expect(() => createClient({ definitions: [{ ...bare, modelList }] })).toThrow(
      'modelList.1 has the same name as another model',
    )
  })
})

describe('models and agents of a client', () => {
  it('are registered and removed together', () => {
    const { adapters, models } = createClient()
    expect(() => models.models('mine')).toThrow(unknown)
    adapters.register(withModels)
    expect(models.models('mine')).toHaveLength(2)
    models.applyReported('mine', { source: { name: 'x', date: '2026-11-16' }, models: { extra: {} } })
    expect(models.models('mine')).toHaveLength(3)
    adapters.unregister('mine')
    expect(() => models.validate('mine', 'large')).toThrow(unknown)
    adapters.register(bare)
    expect(models.models('mine')).toEqual([])
    adapters.unregister('claude')
    expect(() => models.models('claude')).toThrow(unknown)
  })

  it('come from the definitions of the client', () => {
    const { models } = createClient({ definitions: [withModels, sim] })
    expect([models.models('mine').length, models.models('sim').length]).toEqual([2, 2])
    expect(() => models.models('claude')).toThrow(unknown)
  })

  it('are found by the aliases of an agent', () => {
    const client = createClient()
    expect(client.models.models('claude-code')).toBe(client.models.models('claude'))
    const { options, model } = client.validateRun({
      agent: 'claude-code',
      prompt: 'hello',
      model: 'opus[1m]',
    })
    expect([options.agent, model?.capabilities.modelId]).toEqual(['claude', 'claude-opus-5-5'])
  })

  it('can be overridden by the caller', () => {
    const agents = [{ agent: 'mine', providers: [], own: [] }]
    const { models } = createClient({ definitions: [withModels], models: { agents } })
    expect(models.models('mine')).toEqual([])
  })
})

describe('a model name with an effort', () => {
  const client = createClient()
  const base = { agent: 'codex', prompt: 'hello', model: 'gpt-5.5[high]' }

  it('sets the model and the effort', () => {
    const { options, model } = client.validateRun(base)
    expect([options.model, options.thinkingEffort]).toEqual(['gpt-5.5', 'high'])
    expect(model?.capabilities.modelId).toBe('gpt-5.5')
    expect(client.validateRun({ ...base, thinkingEffort: 'high' }).options.thinkingEffort).toBe('high')
  })

  it('rejects another effort', () => {
    expect(() => client.validateRun({ ...base, thinkingEffort: 'low' })).toThrow(
      'The effort is low, but gpt-5.5[high] sets high',
    )
  })
})
