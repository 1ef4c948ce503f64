import { describe, expect, it } from 'vitest'
import type { AgentModels } from './agent-models.ts'
import { createModelRegistry } from './registry.ts'

const registry = createModelRegistry()

/** An agent whose aliases lead to deprecated models of a real provider. */
const old: AgentModels = {
  agent: 'old',
  providers: ['google', 'openai'],
  selection: { cliArgKey: '--model', form: 'id' },
  aliases: { lite: 'gemini-3.1-flash-lite-preview', mini: 'o4-mini' },
}
const custom = createModelRegistry({ agents: [old] })

describe('validate', () => {
  it('says ok for a current model', () => {
    expect(registry.validate('claude', 'claude-opus-5-5')).toEqual({
      valid: true,
      status: 'ok',
      model: registry.model('claude', 'claude-opus-5-5'),
      message: 'claude-opus-5-5 is a model of claude',
    })
  })

  it('says deprecated, with the successor if known', () => {
    expect(registry.validate('gemini', 'gemini-3.1-flash-lite-preview')).toEqual({
      valid: true,
      status: 'deprecated',
      model: registry.model('gemini', 'gemini-3.1-flash-lite-preview'),
      message: 'gemini-3.1-flash-lite-preview is deprecated; use gemini-3.1-flash-lite instead',
      successorModelId: 'gemini-3.1-flash-lite',
    })
    expect(registry.validate('omp', 'openai/o4-mini')).toEqual({
      valid: true,
      status: 'deprecated',
      model: registry.model('omp', 'openai/o4-mini'),
      message: 'openai/o4-mini is deprecated',
    })
  })

  it('resolves an alias', () => {
    expect(registry.validate('claude', 'opus')).toEqual({
      valid: true,
      status: 'alias',
      model: registry.model('claude', 'claude-opus-5-5'),
      message: 'opus resolves to claude-opus-5-5',
      resolvedModelId: 'claude-opus-5-5',
    })
  })

  it('reports a deprecated model behind an alias', () => {
    expect(custom.validate('old', 'lite')).toEqual({
      valid: true,
      status: 'alias',
      model: custom.model('old', 'gemini-3.1-flash-lite-preview'),
      message:
        'lite resolves to gemini-3.1-flash-lite-preview, which is deprecated; use gemini-3.1-flash-lite instead',
      resolvedModelId: 'gemini-3.1-flash-lite-preview',
      successorModelId: 'gemini-3.1-flash-lite',
    })
    expect(custom.validate('old', 'mini')).toEqual({
      valid: true,
      status: 'alias',
      model: custom.model('old', 'o4-mini'),
      message: 'mini resolves to o4-mini, which is deprecated',
      resolvedModelId: 'o4-mini',
    })
  })

  it('does not call a model with a successor deprecated', () => {
    expect(registry.model('codex', 'gpt-5.6-sol')?.successorModelId).toBe('gpt-6-sol')
    expect(registry.validate('codex', 'gpt-5.6-sol')).toEqual({
      valid: true,
      status: 'ok',
      model: registry.model('codex', 'gpt-5.6-sol'),
      message: 'gpt-5.6-sol is a model of codex',
    })
  })

  it('suggests up to five models for an unknown name', () => {
    expect(registry.validate('claude', 'opsu')).toEqual({
      valid: false,
      status: 'unknown',
      message: 'opsu is not a known model of claude',
      suggestions: [
        'claude-opus-5-5',
        'claude-opus-5',
        'claude-opus-4-8',
        'claude-opus-4-7',
        'claude-opus-4-6',
      ],
    })
    expect(registry.validate('codex', 'gpt-6-sool').suggestions?.[0]).toBe('gpt-6-sol')
    expect(registry.validate('opencode', 'kimi k3').suggestions?.[0]).toBe('moonshotai/kimi-k3')
  })

  it.each(['zzzzzz', '---', '👍', '__proto__', 'constructor', 'toString'])(
    'suggests nothing for %s',
    (modelId) => {
      expect(registry.validate('claude', modelId)).toEqual({
        valid: false,
        status: 'unknown',
        message: `${modelId} is not a known model of claude`,
        suggestions: [],
      })
    },
  )

  it('has a short message for an empty or very long name', () => {
    expect(registry.validate('claude', '').message).toBe('An empty name is not a known model of claude')
    const { status, message, suggestions } = registry.validate('opencode', 'opus-'.repeat(2000))
    expect([status, suggestions]).toEqual(['unknown', []])
    expect(message.length).toBeLessThan(200)
  })

  it('names every provider that serves an ambiguous id', () => {
    expect(registry.validate('opencode', 'gpt-6.1-sol')).toEqual({
      valid: false,
      status: 'ambiguous',
      message: '3 providers of opencode serve gpt-6.1-sol',
      suggestions: ['openai/gpt-6.1-sol', 'opencode/gpt-6.1-sol', 'github-copilot/gpt-6.1-sol'],
    })
    expect(registry.model('opencode', 'gpt-6.1-sol')).toBeNull()
    expect(registry.estimateCost('opencode', 'gpt-6.1-sol', 1000, 1000)).toBe(0)
  })

  it("accepts a provider's own id if only one model has it", () => {
    expect(registry.validate('opencode', 'claude-fable-5-2')).toMatchObject({
      valid: true,
      status: 'alias',
      resolvedModelId: 'anthropic/claude-fable-5-2',
    })
  })

  it('accepts a value that lets the agent choose', () => {
    expect(registry.validate('gemini', 'auto')).toEqual({
      valid: true,
      status: 'ok',
      message: 'auto lets gemini choose the model',
    })
    expect(registry.model('gemini', 'auto')).toBeNull()
    expect(registry.validate('claude', 'auto').status).toBe('unknown')
  })

  it('accepts every name if no model of the agent is known, with a message', () => {
    expect(registry.validate('cursor', 'gpt-6-sol')).toEqual({
      valid: true,
      status: 'unknown',
      message: 'The models of cursor are not known, so gpt-6-sol cannot be checked',
      suggestions: [],
    })
    expect(registry.validate('cursor', '').valid).toBe(false)
  })

  it.each([
    ['claude', 'opus[1m]', 'claude-opus-5-5'],
    ['claude', 'sonnet[1m]', 'claude-sonnet-5-5'],
    ['claude', 'claude-opus-4-5[200k]', 'claude-opus-4-5'],
    ['codex', 'gpt-5.5[high]', 'gpt-5.5'],
    ['codex', 'gpt-6.1-sol[ultra]', 'gpt-6.1-sol'],
    ['pi', 'anthropic/claude-opus-5-5[1m]', 'anthropic/claude-opus-5-5'],
  ])('%s finds the model of %s', (agent, name, modelId) => {
    expect(registry.validate(agent, name)).toMatchObject({
      valid: true,
      status: 'alias',
      resolvedModelId: modelId,
      message: `${name} resolves to ${modelId}`,
    })
    expect(registry.details(agent, name)).toBe(registry.details(agent, modelId))
  })

  it.each([
    ['claude', 'claude-opus-4-5[1m]'],
    ['claude', 'opus[turbo]'],
    ['claude', 'opus[]'],
    ['codex', 'gpt-5.5[ultra]'],
    ['codex', 'gpt-5.5[high][high]'],
  ])('%s has no window and no effort like %s', (agent, name) => {
    const { valid, suggestions = [] } = registry.validate(agent, name)
    expect([valid, suggestions.length > 0]).toEqual([false, true])
  })

  it('returns frozen results', () => {
    for (const modelId of ['opus', 'claude-opus-5-5', 'opsu', '']) {
      const result = registry.validate('claude', modelId)
      expect(Object.isFrozen(result)).toBe(true)
      expect(Object.isFrozen(result.suggestions ?? result.model)).toBe(true)
    }
  })
})
