import { describe, expect, it } from 'vitest'
import { muxModelCapabilitiesSchema } from '../capabilities/ecosystems/mux/schema.ts'
import { builtInAgentModels } from './built-in.ts'
import { createModelRegistry } from './registry.ts'

const registry = createModelRegistry()
const agents = builtInAgentModels.map(({ agent }) => agent)

describe('the built-in agents', () => {
  it('match the catalog', () => {
    expect(agents.join(' ')).toBe(
      'claude codex gemini copilot cursor opencode pi omp openclaw hermes goose kimi qwen droid kilo sim',
    )
  })

  it('can be written as JSON', () => {
    expect(JSON.parse(JSON.stringify(builtInAgentModels))).toEqual(builtInAgentModels)
  })

  it.each([
    ['claude', '--model', 'claude-opus-5-5', 'claude-opus-5-5'],
    ['codex', '-m', 'gpt-6.1-sol', 'gpt-6.1-sol'],
    ['gemini', '-m', 'gemini-3.8-flash', 'gemini-3.8-flash'],
    ['copilot', '--model', 'gpt-6.1-sol', 'gpt-6.1-sol'],
    ['opencode', '-m', 'anthropic/claude-opus-5-5', 'anthropic/claude-opus-5-5'],
    ['opencode', '-m', 'openrouter/anthropic/claude-opus-5.5', 'openrouter/anthropic/claude-opus-5.5'],
    ['pi', '--model', 'openai/gpt-6.1-terra', 'openai/gpt-6.1-terra'],
    ['omp', '--model', 'openai/gpt-6-astra', 'openai/gpt-6-astra'],
    ['openclaw', '--model', 'openai/gpt-6-astra', 'openai/gpt-6-astra'],
  ])('%s accepts %s %s', (agent, cliArgKey, modelId, cliArgValue) => {
    expect(registry.model(agent, modelId)).toMatchObject({ agent, modelId, cliArgKey, cliArgValue })
  })

  it.each([
    ['claude', 'claude-opus-5-5'],
    ['codex', 'gpt-6.1-sol'],
    ['gemini', undefined],
    ['copilot', undefined],
    ['cursor', undefined],
    ['opencode', undefined],
    ['pi', undefined],
    ['omp', undefined],
    ['openclaw', undefined],
    ['hermes', undefined],
  ])('%s uses %s when no model is named', (agent, modelId) => {
    expect(registry.defaultModel(agent)?.modelId).toBe(modelId)
    const marked = registry.catalog(agent).filter(({ isDefault }) => isDefault)
    expect(marked.map((model) => model.modelId)).toEqual(modelId === undefined ? [] : [modelId])
  })

  it.each([
    ['claude', 'default', 'claude-opus-5-5'],
    ['claude', 'opus', 'claude-opus-5-5'],
    ['claude', 'sonnet', 'claude-sonnet-5-5'],
    ['claude', 'haiku', 'claude-haiku-5-5'],
    ['claude', 'fable', 'claude-fable-5-2'],
    ['gemini', 'pro', 'gemini-3.1-pro-preview'],
    ['gemini', 'flash', 'gemini-3.8-flash'],
    ['gemini', 'flash-lite', 'gemini-3.5-flash-lite'],
    ['gemini', 'gemini-3-pro-preview', 'gemini-3.1-pro-preview'],
    ['gemini', 'gemini-3.5-flash', 'gemini-3.8-flash'],
  ])('%s knows %s as %s', (agent, alias, modelId) => {
    expect(registry.model(agent, alias)?.modelId).toBe(modelId)
    expect(registry.models(agent).map((model) => model.modelId)).not.toContain(alias)
  })

  it.each(['opus', 'sonnet', 'haiku', 'fable'])('shows %s as the alias of its model', (alias) => {
    expect(registry.model('claude', alias)?.modelAlias).toBe(alias)
  })

  it('name only ids with data', () => {
    for (const { agent, include = [], aliases = {} } of builtInAgentModels) {
      const ids = include.filter((id) => !id.includes('*'))
      expect(ids.filter((id) => registry.model(agent, id)?.modelId !== id)).toEqual([])
      expect(Object.values(aliases).filter((id) => registry.model(agent, id) === null)).toEqual([])
    }
  })

  it('list no models without evidence', () => {
    expect([registry.models('cursor'), registry.models('hermes')]).toEqual([[], []])
    expect(registry.models('openclaw').map(({ modelId }) => modelId)).toEqual([
      'openai/gpt-6-astra',
      'anthropic/claude-sonnet-4-6',
    ])
  })

  it('accept another model if the list of an agent is partial', () => {
    expect(registry.validate('openclaw', 'anthropic/claude-opus-5-5')).toEqual({
      valid: true,
      status: 'unknown',
      message: 'Most models of openclaw are not known, so anthropic/claude-opus-5-5 cannot be checked',
      suggestions: [],
    })
  })

  it('list the catalog of Codex in its order, without hidden models', () => {
    expect(registry.models('codex').map(({ modelId }) => modelId)).toEqual([
      'gpt-6.1-sol',
      'gpt-6-astra',
      'gpt-6-sol',
      'gpt-6-luna',
      'gpt-5.6-sol',
      'gpt-6.1-terra',
      'gpt-5.6-terra',
      'gpt-5.6-luna',
      'gpt-5.5',
    ])
    expect(registry.details('codex', 'gpt-daybreak-red-latest')?.hidden).toBe(true)
    expect(registry.model('codex', 'gpt-4o')).toBeNull()
  })

  it.each([
    ['anthropic/claude-sonnet-4-5', ['high', 'max']],
    ['google/gemini-2.5-pro', ['high', 'max']],
    ['google/gemma-4-31b-it', ['minimal', 'high']],
    ['google/deep-research-max-preview-04-2026', []],
    ['alibaba/qwen-plus', []],
    ['openrouter/anthropic/claude-haiku-4.5', ['low', 'medium', 'high']],
    ['anthropic/claude-opus-4-6', ['low', 'medium', 'high', 'max']],
  ])('have the levels that OpenCode lists for %s', (model, efforts) => {
    expect(registry.details('opencode', model)?.efforts).toEqual(efforts)
  })

  it.each([
    ['anthropic/claude-sonnet-4-5', ['off', 'minimal', 'low', 'medium', 'high']],
    ['anthropic/claude-opus-5-5', ['low', 'medium', 'high', 'xhigh', 'max']],
    ['openai/gpt-5.2', ['off', 'low', 'medium', 'high', 'xhigh']],
  ])('have the levels of Pi for %s', (model, efforts) => {
    expect(registry.details('pi', model)?.efforts).toEqual(efforts)
  })

  it('list the modes that OpenCode offers, and no deprecated models', () => {
    expect(registry.model('opencode', 'anthropic/claude-opus-5-5-fast')).toMatchObject({
      inputPricePerMillion: 8,
      outputPricePerMillion: 40,
    })
    expect(registry.model('claude', 'claude-opus-5-5-fast')).toBeNull()
    expect(registry.models('opencode').filter(({ deprecated }) => deprecated)).toEqual([])
    expect(registry.models('omp').filter(({ deprecated }) => deprecated).length).toBeGreaterThan(0)
  })

  it('use the catalog of Pi, with its context window and protocol', () => {
    expect(registry.model('pi', 'openai/gpt-5.6')).toBeNull()
    expect(registry.model('pi', 'openai/gpt-6.1-sol')?.contextWindow).toBe(272_000)
    expect(registry.model('pi', 'xai/grok-4.7')?.protocol).toBe('responses')
    expect(registry.model('opencode', 'openai/gpt-6.1-sol')?.contextWindow).toBe(1_050_000)
  })
})

describe.each(agents)('every model of %s', (agent) => {
  it('has exactly the published shape', () => {
    const fields =
      `agent modelId modelAlias displayName deprecated deprecatedSince successorModelId contextWindow
      maxOutputTokens maxThinkingTokens inputPricePerMillion outputPricePerMillion thinkingPricePerMillion
      cachedInputPricePerMillion supportsThinking thinkingEffortLevels thinkingBudgetRange supportsToolCalling
      supportsParallelToolCalls supportsToolCallStreaming supportsJsonMode supportsStructuredOutput
      supportsTextStreaming supportsThinkingStreaming supportsImageInput supportsImageOutput supportsFileInput
      provider providerModelId protocol deployment supportsLocalModels cliArgKey cliArgValue lastUpdated
      source`.split(/\s+/)
    for (const model of registry.models(agent)) {
      expect(muxModelCapabilitiesSchema.safeParse(model).error).toBeUndefined()
      expect(Object.keys(model).filter((field) => !fields.includes(field))).toEqual([])
      expect(model.contextWindow).toBeGreaterThan(0)
      expect(model.maxOutputTokens).toBeGreaterThan(0)
      expect(new Date(model.lastUpdated).toISOString()).toBe(model.lastUpdated)
    }
  })

  it('is found by its id, is valid, and has only an existing successor', () => {
    for (const model of registry.models(agent)) {
      expect(registry.model(agent, model.modelId)).toBe(model)
      expect(registry.validate(agent, model.modelId)).toMatchObject({ valid: true, model })
      const successor = registry.model(agent, model.successorModelId ?? '')
      expect(successor?.modelId).toBe(model.successorModelId)
    }
  })
})
