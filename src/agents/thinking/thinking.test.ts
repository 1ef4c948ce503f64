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

function headless(
  agent: keyof typeof agentCatalog,
  model: ThinkingModel | null,
  request: ThinkingRequest,
): unknown {
  return translateThinking(agentCatalog[agent], model, { transport: 'cli', ...request })
}

describe('translateThinking', () => {
  it('passes nothing when nothing is set', () => {
    expect(headless('claude', opus, {})).toEqual(nothing)
  })

  it('passes a level as the agent takes it', () => {
    expect(headless('claude', opus, { effort: 'max' })).toEqual({
      ...nothing,
      native: { effort: 'max' },
      arguments: ['--effort', 'max'],
    })
    expect(headless('codex', null, { effort: 'high' })).toEqual({
      ...nothing,
      native: { effort: 'high' },
      arguments: ['--config', 'model_reasoning_effort=high'],
    })
    expect(headless('pi', null, { effort: 'low' })).toMatchObject({ arguments: ['--thinking', 'low'] })
    expect(headless('opencode', null, { effort: 'high' })).toMatchObject({ arguments: ['--variant', 'high'] })
    expect(headless('copilot', null, { effort: 'medium' })).toMatchObject({
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
  ])('gives a model that takes only budgets the tokens of %s', (effort, tokens) => {
    expect(headless('claude', sonnet45, { effort })).toEqual({
      ...nothing,
      native: { budget_tokens: tokens },
      environment: { MAX_THINKING_TOKENS: String(tokens) },
    })
  })

  it('lists a level as left out whose tokens the model does not take', () => {
    expect(headless('claude', sonnet45, { effort: 'high' })).toEqual({
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

  it('names the transport that carries what this one does not', () => {
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
    expect(headless(agent, model, { effort })).toMatchObject({ leftOut: [], warnings: [warning] })
  })

  it('writes a settings file where there is no other way, for the model that is named', () => {
    expect(headless('gemini', gemini25, { effort: 'max' })).toEqual({
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
    expect(headless('gemini', null, { effort: 'high' })).toEqual({
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

  it('prefers the budget where the model takes one, and the effort elsewhere, and says so', () => {
    expect(headless('claude', sonnet45, { effort: 'high', budget: 4096 })).toMatchObject({
      native: { budget_tokens: 4096 },
      leftOut: [
        { what: 'effort', message: 'The effort high is ignored: a budget of 4096 tokens is also set' },
      ],
    })
    expect(headless('claude', opus, { effort: 'high', budget: 4096 })).toMatchObject({
      native: { effort: 'high' },
      leftOut: [
        { what: 'budget', message: 'The budget of 4096 tokens is ignored: the effort high is also set' },
      ],
    })
    expect(headless('claude', null, { effort: 'high', budget: 4096 })).toMatchObject({
      arguments: ['--effort', 'high'],
      environment: {},
      leftOut: [{ what: 'budget' }],
    })
  })

  it('lets the override win, key by key, and lists what has no way', () => {
    expect(
      headless('claude', sonnet45, {
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

  it('passes a level of the override that nobody lists only where the program sends it', () => {
    const override = { effort: 'none' }
    expect(headless('codex', level('gpt-5.5', 'low', 'high'), { override })).toMatchObject({
      arguments: ['--config', 'model_reasoning_effort=none'],
      leftOut: [],
    })
    expect(headless('claude', opus, { override })).toMatchObject({
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

  it('lists what an agent has no way for at all', () => {
    expect(headless('hermes', null, { effort: 'low' })).toMatchObject({
      arguments: [],
      leftOut: [{ what: 'effort', hint: 'Use transport acp.', transport: 'acp' }],
    })
    expect(headless('pi', null, { budget: 4096 })).toMatchObject({
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
    expect(headless(agent, model, { budget: 0 })).toEqual({ ...nothing, ...expected })
  })

  it('is left out where nothing switches thinking off', () => {
    const messageOf = (model: ThinkingModel | null): unknown => headless('claude', model, { budget: 0 })
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
  it('gets effort by the category of the protocol, wherever its definition comes from', () => {
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
