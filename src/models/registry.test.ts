import { describe, expect, it } from 'vitest'
import { CapstanError } from '../core/capstan-error.ts'
import { ValidationError } from '../core/validation-error.ts'
import type { AgentModels } from './agent-models.ts'
import { createModelRegistry } from './registry.ts'

const registry = createModelRegistry()

describe('a model', () => {
  it('is described in the published shape', () => {
    expect(registry.model('claude', 'haiku')).toEqual({
      agent: 'claude',
      modelId: 'claude-haiku-5-5',
      modelAlias: 'haiku',
      displayName: 'Claude Haiku 5.5',
      deprecated: false,
      contextWindow: 1_000_000,
      maxOutputTokens: 128_000,
      inputPricePerMillion: 0.1,
      outputPricePerMillion: 0.5,
      thinkingPricePerMillion: 0.5,
      cachedInputPricePerMillion: 0.01,
      supportsThinking: true,
      thinkingEffortLevels: ['low', 'medium', 'high', 'max'],
      supportsToolCalling: true,
      supportsParallelToolCalls: true,
      supportsToolCallStreaming: true,
      supportsJsonMode: true,
      supportsStructuredOutput: true,
      supportsTextStreaming: true,
      supportsThinkingStreaming: true,
      supportsImageInput: true,
      supportsImageOutput: false,
      supportsFileInput: true,
      provider: 'anthropic',
      protocol: 'messages',
      deployment: 'hosted',
      cliArgKey: '--model',
      cliArgValue: 'claude-haiku-5-5',
      lastUpdated: '2026-11-15T00:00:00.000Z',
      source: 'bundled',
    })
  })

  it('has a budget if supported, and a maximum only if known', () => {
    const gemini = registry.model('gemini', 'gemini-2.5-pro')
    expect([gemini?.thinkingBudgetRange, gemini?.maxThinkingTokens]).toEqual([[128, 32_768], 32_768])
    const sonnet = registry.model('claude', 'claude-sonnet-4-5')
    expect([sonnet?.thinkingBudgetRange, sonnet?.maxThinkingTokens]).toEqual([[1024, 31_999], 31_999])
    expect(registry.details('claude', 'claude-sonnet-4-5')?.derived).not.toContain('thinkingBudgetRange')
    const open = registry.model('opencode', 'anthropic/claude-sonnet-4-5')
    expect([open?.thinkingBudgetRange, open?.maxThinkingTokens]).toEqual([[1024, 63_999], undefined])
    expect(registry.details('opencode', 'anthropic/claude-sonnet-4-5')?.derived).toContain(
      'thinkingBudgetRange',
    )
    expect(registry.model('claude', 'opus')?.thinkingBudgetRange).toBeUndefined()
  })

  it('has the provider in its id if the agent writes both', () => {
    const { provider, providerModelId, modelId } = registry.model('opencode', 'openrouter/z-ai/glm-5.3') ?? {}
    expect({ provider, providerModelId, modelId }).toEqual({
      provider: 'openrouter',
      providerModelId: 'z-ai/glm-5.3',
      modelId: 'openrouter/z-ai/glm-5.3',
    })
  })

  it('is null if unknown', () => {
    expect(registry.model('claude', 'gpt-6-sol')).toBeNull()
    expect(registry.model('claude', '__proto__')).toBeNull()
  })
})

describe('the details of a model', () => {
  it('show a correction with its fields and evidence', () => {
    const details = registry.details('claude', 'claude-sonnet-5-5')
    expect(details?.capabilities.cachedInputPricePerMillion).toBe(0.1)
    expect(details?.sources).toEqual([
      { name: 'models.dev', date: '2026-09-30' },
      {
        name:
          'Correction of cachedInputPricePerMillion: ' +
          'pi-ai 1.5.0 of 2026-11-02 says 0.1 where the models.dev snapshot of 2026-09-30 says 0.2',
        date: '2026-11-02',
      },
      { name: 'Claude Code 2.1.325', date: '2026-11-15' },
    ])
  })

  it('leave files unknown if no source and no model of the family has them', () => {
    const { derived, assumed } = registry.details('gemini', 'gemini-4-argon') ?? {}
    expect(assumed).toContain('supportsFileInput')
    expect(derived).not.toContain('supportsFileInput')
  })

  it("separate the agent's window from the model's, and keep every effort level", () => {
    const details = registry.details('codex', 'gpt-5.6-terra')
    expect(details?.capabilities.contextWindow).toBe(272_000)
    expect({ ...details, capabilities: undefined, derived: undefined }).toEqual({
      assumed: [],
      price: {
        input: 2,
        output: 12,
        cacheRead: 0.2,
        cacheWrite: 2.5,
        tiers: [{ above: 272_000, input: 4, output: 18, cacheRead: 0.4, cacheWrite: 5 }],
      },
      efforts: ['low', 'medium', 'high', 'xhigh', 'max', 'ultra'],
      defaultEffort: 'medium',
      modelContextWindow: 1_050_000,
      maxContextWindow: 872_000,
      released: '2026-07-09',
      hidden: false,
      sources: [
        { name: 'models.dev', date: '2026-09-30' },
        { name: 'Codex 0.166.0', date: '2026-11-15' },
      ],
    })
  })

  it('list derived fields and assumed fields', () => {
    expect(registry.details('claude', 'fable')?.derived).toEqual(
      expect.arrayContaining(['contextWindow', 'supportsParallelToolCalls', 'thinkingPricePerMillion']),
    )
    expect(registry.details('claude', 'claude-opus-5-5')?.derived).not.toContain('contextWindow')
    expect(registry.details('codex', 'codex-auto-review')?.assumed).toEqual(
      expect.arrayContaining(['maxOutputTokens', 'supportsToolCalling']),
    )
  })

  it('are corrected if a source is outdated', () => {
    expect(registry.model('claude', 'sonnet')?.cachedInputPricePerMillion).toBe(0.1)
    expect(registry.model('claude', 'claude-fable-5-1')?.successorModelId).toBe('claude-fable-5-2')
  })
})

describe('estimateCost', () => {
  it.each([
    ['claude', 'opus', 1_000_000, 1_000_000, 24],
    ['claude', 'claude-fable-5-2', 1_000_000, 0, 8],
    ['codex', 'gpt-6.1-sol', 1_000_000, 1_000_000, 12],
    ['gemini', 'gemini-4-argon', 500_000, 100_000, 2],
    ['claude', 'haiku', 0, 0, 0],
    ['claude', 'nobody-knows', 1000, 1000, 0],
    ['codex', 'codex-auto-review', 1000, 1000, 0],
  ])('of %s %s for %i and %i tokens is %d', (agent, modelId, input, output, usd) => {
    expect(registry.estimateCost(agent, modelId, input, output)).toBeCloseTo(usd, 12)
  })

  it.each([-1, Number.NaN, Infinity])('rejects %s tokens instead of returning no number', (tokens) => {
    expect(() => registry.estimateCost('claude', 'opus', tokens, 0)).toThrow(ValidationError)
    expect(() => registry.estimateCost('claude', 'nobody-knows', 0, tokens)).toThrow(ValidationError)
  })
})

describe('cost', () => {
  it('includes caches, thinking and longer prompts', () => {
    const usage = {
      inputTokens: 150_000,
      outputTokens: 1000,
      thinkingTokens: 1000,
      cachedInputTokens: 50_000,
    }
    expect(registry.cost('claude', 'haiku', usage)).toEqual({
      status: 'known',
      usd: expect.closeTo(0.0825, 12),
      parts: { input: 0.075, output: 0.0025, thinking: 0.0025, cachedInput: 0.0025 },
      tier: 100_000,
      derived: ['thinking'],
      missing: [],
    })
  })

  it('is unknown for an unknown model, and free for a free one', () => {
    expect(registry.cost('claude', 'nobody-knows', { inputTokens: 1 })).toEqual({
      status: 'unknown',
      parts: {},
      derived: [],
      missing: ['input'],
    })
    expect(registry.cost('opencode', 'opencode/big-pickle', { inputTokens: 1 }).status).toBe('free')
  })
})

describe('the results', () => {
  it('are deeply frozen', () => {
    const frozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every((part) => frozen(part)))
    for (const agent of ['claude', 'codex', 'gemini', 'opencode']) {
      expect(frozen(registry.models(agent))).toBe(true)
      expect(frozen(registry.catalog(agent))).toBe(true)
    }
    expect(frozen(registry.details('codex', 'gpt-6.1-sol'))).toBe(true)
    expect(() => registry.models('claude').pop()).toThrow(TypeError)
  })
})

describe('lastUpdated', () => {
  it.each([
    ['claude', '2026-11-15'],
    ['codex', '2026-11-15'],
    ['gemini', '2026-11-02'],
    ['openclaw', '2026-09-30'],
    ['cursor', '2026-11-15'],
  ])('of %s is the date of the bundled data: %s', (agent, date) => {
    expect(registry.lastUpdated(agent)).toEqual(new Date(`${date}T00:00:00.000Z`))
  })

  it('returns a new date object each time', () => {
    registry.lastUpdated('claude').setFullYear(1970)
    expect(registry.lastUpdated('claude').getFullYear()).toBe(2026)
  })
})

describe('an unregistered agent', () => {
  it('is an error that lists the known agents', async () => {
    const small = createModelRegistry({ agents: [{ agent: 'mine', providers: ['openai'] }] })
    const error = expect.objectContaining({
      code: 'UNKNOWN_AGENT',
      message: 'No models are registered for an agent called nope',
      hint: 'Use one of mine.',
    })
    const calls = [
      () => small.models('nope'),
      () => small.catalog('nope'),
      () => small.model('nope', 'x'),
      () => small.defaultModel('nope'),
      () => small.validate('nope', 'x'),
      () => small.estimateCost('nope', 'x', 1, 1),
      () => small.lastUpdated('nope'),
      () => small.details('nope', 'x'),
      () => small.cost('nope', 'x', {}),
      () => small.applyReported('nope', { source: { name: 'x', date: '2026-01-01' }, models: {} }),
    ]
    for (const call of calls) expect(call).toThrow(error)
    await expect(small.refresh('nope')).rejects.toThrow(error)
    expect(() => small.models('__proto__')).toThrow(CapstanError)
  })

  it('can be registered as data', () => {
    const mine: AgentModels = {
      agent: 'mine',
      providers: ['anthropic', 'no-such-provider'],
      selection: { cliArgKey: '--use', form: 'provider/id' },
      defaultModel: 'best',
      aliases: { best: 'anthropic/claude-opus-5-5', lost: 'anthropic/none' },
      include: ['anthropic/claude-opus-5*'],
    }
    const small = createModelRegistry({ agents: [mine] })
    expect(small.models('mine').map(({ modelId, cliArgKey }) => [modelId, cliArgKey])).toEqual([
      ['anthropic/claude-opus-5-5', '--use'],
      ['anthropic/claude-opus-5', '--use'],
    ])
    expect(small.defaultModel('mine')?.modelId).toBe('anthropic/claude-opus-5-5')
    expect(small.validate('mine', 'lost').status).toBe('unknown')
  })

  it('uses the preferred provider if two have the same id', () => {
    const providers = ['github-copilot', 'openai']
    const both = createModelRegistry({ agents: [{ agent: 'mine', providers }] })
    expect(both.model('mine', 'gpt-6.1-sol')?.provider).toBe('github-copilot')
    expect(both.model('mine', 'gpt-6.1-terra')).toMatchObject({ provider: 'github-copilot', cliArgKey: '' })
    expect(both.details('mine', 'gpt-6.1-sol')?.assumed).toEqual(['cliArgKey'])
  })

  it('cannot be registered twice', () => {
    const twice = { agent: 'mine', providers: [] }
    expect(() => createModelRegistry({ agents: [twice, twice] })).toThrow(ValidationError)
  })
})
