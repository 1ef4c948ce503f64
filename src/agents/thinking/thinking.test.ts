import { describe, expect, it } from 'vitest'
import { agentCatalog } from '../catalog.ts'
import { definitionOfCommand } from '../definition/command-definition.ts'
import { readDefinitions } from '../check/read-definitions.ts'
import { type ThinkingRequest, thinkingTransports, translateThinking } from './thinking.ts'
import type { ThinkingModel } from './thinking-model.ts'

const level = (id: string, ...efforts: string[]): ThinkingModel => ({ id, argument: id, efforts })
const opus = level('claude-opus-5-5', 'low', 'medium', 'high', 'xhigh', 'max')
const sonnet45: ThinkingModel = {
  id: 'claude-sonnet-4-5',
  argument: 'claude-sonnet-4-5',
  budgets: [1024, 31_999],
  off: { by: 'budget' },
}
const opus46: ThinkingModel = {
  ...level('claude-opus-4-6', 'low', 'medium', 'high', 'max'),
  off: { by: 'switch' },
}
const gemini25: ThinkingModel = {
  id: 'gemini-2.5-pro',
  argument: 'gemini-2.5-pro',
  budgets: [128, 32_768],
}
const nothing = {
  native: {},
  arguments: [],
  environment: {},
  settings: [],
  sessionOptions: [],
  leftOut: [],
  warnings: [],
}

function onCommandLine(
  agent: keyof typeof agentCatalog,
  model: ThinkingModel | null,
  request: ThinkingRequest,
): unknown {
  return translateThinking(agentCatalog[agent], model, { transport: 'cli', ...request })
}

describe('translateThinking', () => {
  it('passes nothing when nothing is set', () => {
    expect(onCommandLine('claude', opus, {})).toEqual(nothing)
  })

  it("passes a level by the agent's own option", () => {
    expect(onCommandLine('claude', opus, { effort: 'max' })).toEqual({
      ...nothing,
      native: { effort: 'max' },
      arguments: ['--effort', 'max'],
    })
    expect(onCommandLine('codex', null, { effort: 'high' })).toEqual({
      ...nothing,
      native: { effort: 'high' },
      arguments: ['--config', 'model_reasoning_effort=high'],
    })
    expect(onCommandLine('pi', null, { effort: 'low' })).toMatchObject({ arguments: ['--thinking', 'low'] })
    expect(onCommandLine('opencode', null, { effort: 'high' })).toMatchObject({
      arguments: ['--variant', 'high'],
    })
    expect(onCommandLine('copilot', null, { effort: 'medium' })).toMatchObject({
      arguments: ['--reasoning-effort', 'medium'],
    })
  })

  it('passes a level over ACP as a session option, and undoes a surprising default', () => {
    const acp = (request: ThinkingRequest): unknown =>
      translateThinking(agentCatalog.opencode, null, { transport: 'acp', ...request })
    expect(acp({ effort: 'high' })).toMatchObject({
      sessionOptions: [{ category: 'thought_level', value: 'high' }],
    })
    expect(acp({})).toMatchObject({
      native: {},
      sessionOptions: [{ category: 'thought_level', value: 'default', unlessOffered: 'keep' }],
    })
  })

  it.each([
    ['low', 1024],
    ['medium', 8192],
    ['max', 31_999],
  ])('gives a model with only budgets the tokens of %s', (effort, tokens) => {
    expect(onCommandLine('claude', sonnet45, { effort })).toEqual({
      ...nothing,
      native: { budget_tokens: tokens },
      environment: { MAX_THINKING_TOKENS: String(tokens) },
    })
  })

  it("lists a level whose tokens exceed the model's range", () => {
    expect(onCommandLine('claude', sonnet45, { effort: 'high' })).toEqual({
      ...nothing,
      native: { budget_tokens: 31_999 },
      environment: { MAX_THINKING_TOKENS: '31999' },
      leftOut: [
        {
          what: 'effort',
          requested: 'high',
          partly: true,
          message: 'The effort high means 32768 tokens, but claude-sonnet-4-5 gets 31999',
          hint: 'Use a budget of 1024 to 31999 tokens for claude-sonnet-4-5.',
          supported: [1024, 31_999],
        },
      ],
    })
  })

  it('names the transport that supports the option', () => {
    expect(
      translateThinking(agentCatalog.claude, sonnet45, { transport: 'acp', effort: 'low' }).leftOut,
    ).toEqual([
      {
        what: 'effort',
        requested: 'low',
        message: 'claude does not accept the effort low over ACP for claude-sonnet-4-5: ignored',
        hint: 'Use transport cli.',
        transport: 'cli',
      },
    ])
  })

  it.each([
    ['codex', null, 'ultra', 'codex sends the effort ultra to the provider as xhigh'],
    [
      'pi',
      level('anthropic/claude-opus-4-6', 'off', 'minimal', 'low'),
      'minimal',
      'pi sends the effort minimal to the provider as low',
    ],
    [
      'opencode',
      null,
      'high',
      'The levels of its model are not known: opencode ignores the effort high if its model does not support it',
    ],
  ] as const)('warns that %s changes or may ignore a level', (agent, model, effort, warning) => {
    expect(onCommandLine(agent, model, { effort })).toMatchObject({ leftOut: [], warnings: [warning] })
  })

  it('writes a settings file for the named model if there is no option', () => {
    expect(onCommandLine('gemini', gemini25, { effort: 'max' })).toEqual({
      ...nothing,
      native: { budget_tokens: 32_768 },
      settings: [
        {
          folderVariable: 'GEMINI_CLI_HOME',
          file: '.gemini/settings.json',
          shares: expect.objectContaining({ folders: ['.gemini/tmp', '.gemini/history'] }) as never,
          content: {
            modelConfigs: {
              overrides: [
                {
                  match: { model: 'gemini-2.5-pro' },
                  modelConfig: { generateContentConfig: { thinkingConfig: { thinkingBudget: 32_768 } } },
                },
              ],
            },
          },
        },
      ],
    })
    expect(onCommandLine('gemini', null, { effort: 'high' })).toEqual({
      ...nothing,
      native: { effort: 'high' },
      leftOut: [
        {
          what: 'effort',
          requested: 'high',
          message: 'The effort high cannot be passed to gemini without a model: ignored',
          hint: 'Set a model.',
        },
      ],
    })
  })

  it('prefers the budget if the model accepts one, otherwise the effort, with a message', () => {
    expect(onCommandLine('claude', sonnet45, { effort: 'high', budget: 4096 })).toMatchObject({
      native: { budget_tokens: 4096 },
      leftOut: [
        { what: 'effort', message: 'The effort high is ignored: a budget of 4096 tokens is also set' },
      ],
    })
    expect(onCommandLine('claude', opus, { effort: 'high', budget: 4096 })).toMatchObject({
      native: { effort: 'high' },
      leftOut: [
        { what: 'budget', message: 'The budget of 4096 tokens is ignored: the effort high is also set' },
      ],
    })
    expect(onCommandLine('claude', null, { effort: 'high', budget: 4096 })).toMatchObject({
      arguments: ['--effort', 'high'],
      environment: {},
      leftOut: [{ what: 'budget' }],
    })
  })

  it('applies the override key by key and lists unsupported keys', () => {
    expect(
      onCommandLine('claude', sonnet45, {
        effort: 'high',
        override: { budget_tokens: 50_000, some_future_param: true },
      }),
    ).toEqual({
      ...nothing,
      native: { budget_tokens: 50_000, some_future_param: true },
      environment: { MAX_THINKING_TOKENS: '50000' },
      leftOut: [
        {
          what: 'override',
          key: 'budget_tokens',
          requested: 50_000,
          partly: true,
          message: 'A budget of 50000 tokens is outside the range of claude-sonnet-4-5 with claude',
          hint: 'Use 1024 to 31999 tokens for claude-sonnet-4-5.',
          supported: [1024, 31_999],
        },
        {
          what: 'override',
          key: 'some_future_param',
          requested: true,
          message:
            'some_future_param of thinkingOverride cannot be passed to claude on its command line: ignored',
        },
      ],
    })
  })

  it('passes an unlisted level of the override only if the program sends it', () => {
    const override = { effort: 'none' }
    expect(onCommandLine('codex', level('gpt-5.5', 'low', 'high'), { override })).toMatchObject({
      arguments: ['--config', 'model_reasoning_effort=none'],
      leftOut: [],
    })
    expect(onCommandLine('claude', opus, { override })).toMatchObject({
      arguments: [],
      leftOut: [
        {
          what: 'override',
          key: 'effort',
          hint: 'Use low to max for claude-opus-5-5.',
          supported: opus.efforts,
        },
      ],
    })
  })

  it('lists options that the agent does not support', () => {
    expect(onCommandLine('hermes', null, { effort: 'low' })).toMatchObject({
      arguments: [],
      leftOut: [{ what: 'effort', hint: 'Use transport acp.', transport: 'acp' }],
    })
    expect(onCommandLine('pi', null, { budget: 4096 })).toMatchObject({
      leftOut: [{ message: 'The budget of 4096 tokens cannot be passed to pi on its command line: ignored' }],
    })
  })
})

describe('a budget of 0', () => {
  const pi: ThinkingModel = {
    ...level('anthropic/claude-sonnet-4-5', 'off', 'low'),
    off: { by: 'level', level: 'off' },
  }
  it.each([
    ['claude', sonnet45, { native: { budget_tokens: 0 }, environment: { MAX_THINKING_TOKENS: '0' } }],
    ['claude', opus46, { native: { thinking: 'disabled' }, arguments: ['--thinking', 'disabled'] }],
    ['pi', pi, { native: { effort: 'off' }, arguments: ['--thinking', 'off'] }],
  ] as const)('switches thinking off: %s', (agent, model, expected) => {
    expect(onCommandLine(agent, model, { budget: 0 })).toEqual({ ...nothing, ...expected })
  })

  it('is ignored if thinking cannot be turned off', () => {
    const messageOf = (model: ThinkingModel | null): unknown => onCommandLine('claude', model, { budget: 0 })
    expect(messageOf(opus)).toMatchObject({
      leftOut: [{ message: "Thinking cannot be turned off for model 'claude-opus-5-5' on agent 'claude'" }],
    })
    expect(messageOf(null)).toMatchObject({
      leftOut: [{ message: "Thinking cannot be turned off on agent 'claude' without a model" }],
    })
  })
})

describe('thinkingTransports', () => {
  const { claude, gemini, codex } = agentCatalog
  it.each([
    ['nothing is set', claude, opus, {}, []],
    ['a level', claude, opus, { effort: 'high' }, ['acp', 'cli']],
    ['a level that stands for a budget', claude, sonnet45, { effort: 'low' }, ['cli']],
    ['a budget', claude, sonnet45, { budget: 4096 }, ['cli']],
    ['a budget that the model ignores', claude, opus, { budget: 4096 }, []],
    ['an override', claude, sonnet45, { override: { budget_tokens: 4096 } }, ['cli']],
    ['an override that only the command line sends', codex, null, { override: { effort: 'none' } }, ['cli']],
    ['an override that nobody carries', claude, opus, { override: { other: 1 } }, []],
    ['a level and a budget', claude, sonnet45, { effort: 'low', budget: 4096 }, []],
    ['a settings file', gemini, gemini25, { budget: 4096 }, ['cli']],
  ] as const)('%s', (_, definition, model, request, transports) => {
    expect(thinkingTransports(definition, model, request)).toEqual(transports)
  })
})

describe('an agent that speaks ACP and declares no control', () => {
  it("gets effort by the protocol's option category", () => {
    const { thinking: _, ...undeclared } = agentCatalog.goose
    const read = readDefinitions({ id: 'mine', acp: { binary: 'mine' } })
    const command = definitionOfCommand('some-agent acp')
    for (const definition of [command, ...read, undeclared, agentCatalog.cursor]) {
      expect(translateThinking(definition, null, { transport: 'acp', effort: 'high' })).toEqual({
        ...nothing,
        native: { effort: 'high' },
        sessionOptions: [{ category: 'thought_level', value: 'high', unlessOffered: 'warn' }],
      })
    }
  })
})
