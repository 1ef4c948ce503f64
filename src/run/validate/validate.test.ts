import { describe, expect, it } from 'vitest'
import { definitionOfCommand } from '../../agents/definition/command-definition.ts'
import { createClient } from '../client.ts'
import type { RunOptions } from '../api/options.ts'

const client = createClient()
const base: RunOptions = { agent: 'claude', prompt: 'hi' }

function failure(options: Partial<RunOptions>, context = {}): unknown {
  try {
    return client.validateRun({ ...base, ...options }, context)
  } catch (error) {
    const { code, message, capability } = error as Record<string, unknown>
    return { code, message, ...(capability === undefined ? {} : { capability }) }
  }
}

describe('refuses thinking options', () => {
  it('of an agent without thinking', () => {
    const { adapters } = createClient()
    const { definition } = adapters.get('pi')
    const dull = {
      ...definition,
      id: 'dull',
      facts: { ...definition.facts, 'thinking.supported': { support: 'unsupported', basis: 'run' } },
    } as const
    const own = createClient({ definitions: [dull], models: { agents: [] } })
    expect(() => own.validateRun({ agent: 'dull', prompt: 'hi', thinkingEffort: 'low' })).toThrowError(
      expect.objectContaining({
        code: 'CAPABILITY_ERROR',
        agent: 'dull',
        capability: 'thinking',
        message: "Agent 'dull' does not support thinking/reasoning mode",
      }) as Error,
    )
  })

  it('of a model without thinking', () => {
    const model = client.models
      .models('opencode')
      .find(({ supportsThinking, deprecated }) => !supportsThinking && !deprecated)
    expect(failure({ agent: 'opencode', model: model?.modelId, thinkingEffort: 'low' })).toEqual({
      code: 'CAPABILITY_ERROR',
      capability: 'thinking',
      message: `Model '${model?.modelId}' on agent 'opencode' does not support thinking`,
    })
  })

  it('with a level that the model does not support', () => {
    expect(failure({ agent: 'codex', model: 'gpt-5.5', thinkingEffort: 'max' })).toEqual({
      code: 'CAPABILITY_ERROR',
      capability: 'thinkingEffort',
      message: "Model 'gpt-5.5' does not support thinking effort level 'max'",
    })
  })

  it('with a level that the agent cannot map for a model with budgets only', () => {
    const model = 'anthropic/claude-sonnet-4-5'
    expect(failure({ agent: 'opencode', model, thinkingEffort: 'low' })).toEqual({
      code: 'CAPABILITY_ERROR',
      capability: 'thinkingEffort',
      message: `Model '${model}' does not support thinking effort level 'low'`,
    })
    expect(
      client.planRun({ ...base, agent: 'opencode', model, thinkingEffort: 'high', transport: 'cli' })
        .arguments,
    ).toContain('--variant')
  })

  it('with a budget that the agent does not support', () => {
    expect(failure({ thinkingBudgetTokens: 4096 })).toEqual({
      code: 'CAPABILITY_ERROR',
      capability: 'thinkingBudgetTokens',
      message: "Agent 'claude' does not support numeric thinking budget",
    })
  })

  it('with a budget outside the range', () => {
    expect(failure({ agent: 'gemini', model: 'gemini-2.5-pro', thinkingBudgetTokens: 64 })).toEqual({
      code: 'CAPABILITY_ERROR',
      capability: 'thinkingBudgetTokens',
      message: "Thinking budget 64 is outside valid range [128, 32768] for model 'gemini-2.5-pro'",
    })
  })
})

describe('a thinking option without its exact effect', () => {
  it.each<[Partial<RunOptions>, string, string]>([
    [
      { thinkingEffort: 'high', thinkingBudgetTokens: 4096 },
      'thinkingBudgetTokens',
      'The budget of 4096 tokens is ignored: the effort high is also set',
    ],
    [
      { model: 'claude-sonnet-4-5', thinkingEffort: 'low', thinkingBudgetTokens: 4096 },
      'thinkingEffort',
      'The effort low is ignored: a budget of 4096 tokens is also set',
    ],
    [
      { model: 'claude-haiku-4-5', thinkingEffort: 'high' },
      'thinkingEffort',
      'The effort high means 32768 tokens, but claude-haiku-4-5 gets 31999',
    ],
    [
      { model: 'opus', thinkingOverride: { effort: 'high', depth: 3 } },
      'thinkingOverride',
      'depth of thinkingOverride cannot be passed to claude over ACP: ignored',
    ],
    [
      { model: 'claude-sonnet-4-6', thinkingOverride: { budget_tokens: 4096 } },
      'thinkingOverride',
      'budget_tokens of thinkingOverride cannot be passed to claude over ACP: ignored',
    ],
  ])('%j is a warning, and an error when strict', (options, capability, message) => {
    expect(client.validateRun({ ...base, ...options }).warnings).toEqual([message])
    expect(failure({ ...options, strict: true })).toEqual({ code: 'CAPABILITY_ERROR', capability, message })
  })

  it('selects the transport that loses the least', () => {
    const model = 'claude-sonnet-4-5'
    const transportOf = (options: Partial<RunOptions>): string =>
      client.validateRun({ ...base, model, ...options }).transport
    expect(transportOf({ thinkingOverride: { budget_tokens: 4096 } })).toBe('cli')
    expect(transportOf({ thinkingOverride: { budget_tokens: 50_000 } })).toBe('cli')
    expect(transportOf({ thinkingEffort: 'low', thinkingBudgetTokens: 4096 })).toBe('cli')
    expect(transportOf({ thinkingBudgetTokens: 0 })).toBe('cli')
  })
})

describe('a refusal has a hint about what works', () => {
  const hintOf = (options: Partial<RunOptions>): unknown => {
    try {
      return client.validateRun({ ...base, ...options })
    } catch (error) {
      return (error as { hint?: string }).hint
    }
  }

  it.each<[Partial<RunOptions>, string]>([
    [{ agent: 'codex', model: 'gpt-5.5', thinkingEffort: 'max' }, 'Use low to xhigh for gpt-5.5.'],
    [{ thinkingEffort: 'minimal' }, 'Use low to max for claude.'],
    [
      { model: 'claude-opus-4-5', thinkingEffort: 'max' },
      'Use low to high for claude-opus-4-5; claude would send max as high.',
    ],
    [
      { model: 'claude-sonnet-4-6', thinkingBudgetTokens: 4096 },
      'claude-sonnet-4-6 accepts low to high, max as an effort; only claude-haiku-4-5, claude-opus-4-5, claude-sonnet-4-5 accept a budget.',
    ],
    [
      { model: 'claude-haiku-4-5', thinkingBudgetTokens: 50_000 },
      'claude-haiku-4-5 accepts 1024 to 31999 tokens on claude.',
    ],
    [
      { model: 'claude-sonnet-4-5', thinkingEffort: 'low', transport: 'acp', strict: true },
      'Use transport cli.',
    ],
    [{ model: 'opus', thinkingBudgetTokens: 0 }, 'Use the effort low, the lowest of claude-opus-5-5.'],
    [
      { agent: 'copilot', model: 'claude-haiku-4.5', thinkingEffort: 'low' },
      'Leave the effort unset: claude-haiku-4.5 accepts no level.',
    ],
    [
      { agent: 'gemini', model: 'gemini-2.5-pro', thinkingBudgetTokens: 0 },
      'Use a budget of at least 128 tokens.',
    ],
  ])('%j', (options, hint) => {
    expect(hintOf(options)).toBe(hint)
  })
})

describe('the data of the model override those of the agent', () => {
  it('for a budget of 0 that turns thinking off', () => {
    const off = (agent: string, model: string): unknown =>
      client.validateRun({ ...base, agent, model, permissions: 'allow', thinkingBudgetTokens: 0 }).thinking
        .native
    expect(off('claude', 'claude-sonnet-4-5')).toEqual({ budget_tokens: 0 })
    expect(off('claude', 'claude-opus-4-6')).toEqual({ thinking: 'disabled' })
    expect(off('gemini', 'gemini-2.5-flash')).toEqual({ budget_tokens: 0 })
    expect(off('pi', 'anthropic/claude-sonnet-4-5')).toEqual({ effort: 'off' })
    expect(off('copilot', 'gpt-5.4')).toEqual({ effort: 'none' })
    expect(failure({ model: 'opus', thinkingBudgetTokens: 0 })).toEqual({
      code: 'CAPABILITY_ERROR',
      capability: 'thinkingBudgetTokens',
      message: "Thinking cannot be turned off for model 'claude-opus-5-5' on agent 'claude'",
    })
  })

  it('for a budget that the agent refuses for other models', () => {
    expect(
      client.validateRun({ ...base, model: 'claude-sonnet-4-5', thinkingBudgetTokens: 4096 }),
    ).toMatchObject({
      transport: 'cli',
      thinking: { native: { budget_tokens: 4096 }, environment: { MAX_THINKING_TOKENS: '4096' } },
    })
  })

  it('for levels of the model', () => {
    expect(client.validateRun({ ...base, model: 'opus', thinkingEffort: 'xhigh' })).toMatchObject({
      thinking: { native: { effort: 'xhigh' } },
    })
  })
})

describe('models', () => {
  it('rejects an unknown model with suggestions, unless allowUnknownModel is set', () => {
    expect(failure({ model: 'opsu' })).toMatchObject({ code: 'VALIDATION_ERROR' })
    const { model, warnings } = client.validateRun({ ...base, model: 'opsu', allowUnknownModel: true })
    expect(model).toBeNull()
    expect(warnings).toHaveLength(1)
    expect(client.planRun({ ...base, model: 'opsu', allowUnknownModel: true }).sessionMeta).toMatchObject({
      claudeCode: { options: { model: 'opsu' } },
    })
  })

  it('resolves an alias to its model', () => {
    expect(client.planRun({ ...base, model: 'opus', transport: 'cli' }).arguments).toContain(
      'claude-opus-5-5',
    )
  })
})

describe('other options are checked against the profile', () => {
  it.each<[string, Partial<RunOptions>, Record<string, unknown>]>([
    [
      'an MCP server',
      { agent: 'pi', mcpServers: [{ name: 'files', command: 'files' }] },
      { capability: 'mcpCapabilities.stdio' },
    ],
    ['a schema', { agent: 'pi', outputSchema: {} }, { capability: 'structuredOutput' }],
    [
      'an approval mode',
      { agent: 'pi', transport: 'acp', approvalMode: 'prompt' },
      { capability: 'approvalMode' },
    ],
  ])('%s', (_, options, expected) => {
    expect(failure(options)).toMatchObject({ code: 'CAPABILITY_ERROR', ...expected })
  })

  it('warns without evidence, and throws when strict', () => {
    const options: Partial<RunOptions> = { agent: 'cursor', skills: ['review'], permissions: 'allow' }
    expect(client.validateRun({ ...base, ...options }).warnings).toEqual([
      "No evidence that agent 'cursor' supports skills over ACP",
      'Skills are not passed on: cursor loads them from its own folders',
    ])
    expect(failure({ ...options, strict: true })).toMatchObject({
      code: 'CAPABILITY_ERROR',
      capability: 'skills',
    })
  })

  it('warns about options that are not passed on', () => {
    const { warnings } = client.validateRun({ ...base, skills: ['review'], plugins: ['lint'] })
    expect(warnings).toEqual([
      'Skills are not passed on: claude loads them from its own folders',
      'Plugins are not passed on: claude loads those that are installed',
    ])
  })

  it('chooses the transport that supports the options', () => {
    const outputSchema = { type: 'object' }
    expect(client.validateRun({ ...base, outputSchema }).transport).toBe('cli')
    expect(client.validateRun(base).transport).toBe('acp')
    const mcpServers = [{ name: 'files', command: 'files' }]
    expect(client.planRun({ ...base, mcpServers }).transport).toBe('acp')
    expect(() => client.planRun({ ...base, mcpServers, transport: 'cli' })).toThrowError(
      expect.objectContaining({ capability: 'mcpCapabilities.stdio', hint: 'Use transport acp.' }) as Error,
    )
  })

  it.each(['claude', 'codex', 'pi'])(
    'runs %s as a long-running process to ask on its command line',
    (agent) => {
      const asked = { agent, transport: 'cli', permissions: 'ask' } as const
      expect(failure(asked)).toMatchObject({ transport: 'cli', isLongRunning: true, keepsSchema: false })
    },
  )

  it.each(['omp', 'gemini'])('knows that %s cannot ask on its command line', (agent) => {
    expect(failure({ agent, transport: 'cli', permissions: 'ask' })).toEqual({
      code: 'CAPABILITY_ERROR',
      capability: 'permissions',
      message: `${agent} cannot ask for permission on its command line`,
    })
  })

  it('accepts a level that some model of the agent supports, with a warning', () => {
    expect(client.validateRun({ ...base, agent: 'gemini', thinkingEffort: 'max' }).warnings).toEqual([
      'The effort max cannot be passed to gemini without a model: ignored',
    ])
  })

  it('drops unsupported folders with a warning, and throws when strict', () => {
    const options: Partial<RunOptions> = { agent: 'opencode', additionalDirectories: ['/a', '/b'] }
    const { warnings, options: kept } = client.validateRun({ ...base, ...options })
    expect(warnings).toEqual([
      'Agent opencode does not advertise additionalDirectories capability — ignoring 2 entries.',
    ])
    expect(kept.additionalDirectories).toEqual([])
    expect(failure({ ...options, strict: true })).toMatchObject({
      capability: 'sessionCapabilities.additionalDirectories',
    })
  })
})

describe('options', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ prompt: ' ' }, 'prompt must be text that is not empty'],
    [{ thinkingBudgetTokens: -1 }, 'thinkingBudgetTokens must be a whole number of at least 0'],
    [{ thinkingBudgetTokens: 1.5 }, 'thinkingBudgetTokens must be a whole number of at least 0'],
    [{ sessionId: 'a', forkSessionId: 'b' }, 'forkSessionId cannot be given together with sessionId'],
    [{ modle: 'opus' }, 'modle is not an option. Did you mean model?'],
    [{ approvalMode: 'maybe' }, 'approvalMode must be one of yolo, prompt, deny'],
    [
      { mcpServers: [{ name: 'a b', command: 'x' }] },
      'mcpServers must have a name of letters, digits, _ and -',
    ],
    [{ mcpServers: [{ type: 'http', name: 'a', url: 'nowhere' }] }, 'mcpServers a must have a URL'],
    [{ attachments: [{ path: '/a' }] }, 'attachments must have a path and a kind, image or file'],
  ])('%j: %s', (options, message) => {
    expect(failure(options)).toEqual({ code: 'VALIDATION_ERROR', message })
  })

  it('lists all invalid options at once', () => {
    expect(failure({ prompt: '', maxTurns: 0 })).toEqual({
      code: 'VALIDATION_ERROR',
      message: 'prompt must be text that is not empty; maxTurns must be a whole number of at least 1',
    })
  })

  it('suggests the nearest name for an unknown agent', () => {
    expect(failure({ agent: 'cluade' })).toEqual({
      code: 'UNKNOWN_AGENT',
      message: 'There is no agent called cluade',
    })
  })
})

describe('an agent known only by its handshake', () => {
  const agent = definitionOfCommand('some-agent acp')
  const models = { agents: [{ agent: 'some-agent', providers: [] }] }
  const own = createClient({ definitions: [agent], models })
  const asked: RunOptions = {
    agent: 'some-agent',
    prompt: 'hi',
    strict: true,
    permissions: 'allow',
    model: 'any',
    thinkingEffort: 'high',
    sessionId: 's1',
    attachments: [{ path: '/a.png', kind: 'image' }],
    mcpServers: [{ name: 'tools', type: 'http', url: 'http://127.0.0.1:1' }],
    additionalDirectories: ['/other'],
    systemPrompt: 'be brief',
  }

  it('allows every option that a handshake may advertise, without a warning and even when strict', () => {
    const { options, warnings, transport } = own.validateRun(asked)
    expect({ options, warnings, transport }).toEqual({ options: asked, warnings: [], transport: 'acp' })
    expect(own.planRun(asked).sessionOptions).toEqual([
      { category: 'model', value: 'any' },
      { category: 'thought_level', value: 'high', unlessOffered: 'warn' },
    ])
  })

  it('refuses options that no handshake advertises', () => {
    expect(() => own.validateRun({ ...asked, skills: ['a'] })).toThrowError(
      expect.objectContaining({ code: 'CAPABILITY_ERROR', id: 'skills', support: 'unknown' }) as Error,
    )
  })
})

it('uses a long-running process for an image that the agent accepts only in its dialog', () => {
  const attachments = [{ path: '/a.png', kind: 'image' }] as const
  expect(failure({ transport: 'cli', attachments })).toMatchObject({ transport: 'cli', isLongRunning: true })
  expect(failure({ agent: 'codex', transport: 'cli', attachments })).toMatchObject({ isLongRunning: false })
  expect(failure({ transport: 'cli' })).toMatchObject({ isLongRunning: false })
})
