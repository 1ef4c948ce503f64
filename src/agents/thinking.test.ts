import { describe, expect, it } from 'vitest'
import { agentCatalog } from './catalog.ts'
import { type ThinkingModel, type ThinkingRequest, translateThinking } from './thinking.ts'

const level = (id: string, ...efforts: string[]): ThinkingModel => ({ id, argument: id, efforts })
const opus = level('claude-opus-5-5', 'low', 'medium', 'high', 'xhigh', 'max')
const sonnet45: ThinkingModel = {
  id: 'claude-sonnet-4-5',
  argument: 'claude-sonnet-4-5',
  efforts: [],
  budgets: [1024, 63_999],
}
const gemini25: ThinkingModel = {
  id: 'gemini-2.5-pro',
  argument: 'gemini-2.5-pro',
  efforts: [],
  budgets: [128, 32_768],
}
const nothing = { native: {}, arguments: [], environment: {}, settings: [], sessionOptions: [], warnings: [] }

function headless(
  agent: keyof typeof agentCatalog,
  model: ThinkingModel | null,
  request: ThinkingRequest,
): unknown {
  return translateThinking(agentCatalog[agent], model, { transport: 'cli', ...request })
}

describe('translateThinking', () => {
  it('says nothing when nothing is asked', () => {
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
      sessionOptions: [{ category: 'thought_level', value: 'default' }],
    })
  })

  it.each([
    ['low', 1024, []],
    ['medium', 8192, []],
    ['high', 31_999, ['high is 32768 tokens, and 31999 is what claude-sonnet-4-5 can be given']],
    ['max', 31_999, []],
  ])('gives a model that takes only budgets the tokens of %s', (effort, tokens, warnings) => {
    expect(headless('claude', sonnet45, { effort })).toEqual({
      ...nothing,
      native: { budget_tokens: tokens },
      environment: { MAX_THINKING_TOKENS: String(tokens) },
      warnings,
    })
  })

  it('writes a settings file where there is no other way, for the model that is named', () => {
    expect(headless('gemini', gemini25, { effort: 'max' })).toEqual({
      ...nothing,
      native: { budget_tokens: 32_768 },
      settings: [
        {
          folderVariable: 'GEMINI_CLI_HOME',
          file: '.gemini/settings.json',
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
      warnings: ['effort cannot be passed to gemini without a model and is left out'],
    })
  })

  it('prefers the budget where the model takes one, and the effort elsewhere, and says so', () => {
    expect(headless('claude', sonnet45, { effort: 'high', budget: 4096 })).toMatchObject({
      native: { budget_tokens: 4096 },
      warnings: ['The budget of 4096 tokens is used and the effort high is not'],
    })
    expect(headless('claude', opus, { effort: 'high', budget: 4096 })).toMatchObject({
      native: { effort: 'high' },
      warnings: ['The effort high is used and the budget of 4096 tokens is not'],
    })
  })

  it('lets the override win, key by key, and says what has no way', () => {
    expect(
      headless('claude', sonnet45, {
        effort: 'high',
        override: { budget_tokens: 50_000, some_future_param: true },
      }),
    ).toEqual({
      ...nothing,
      native: { budget_tokens: 50_000, some_future_param: true },
      environment: { MAX_THINKING_TOKENS: '50000' },
      warnings: [
        'high is 32768 tokens, and 31999 is what claude-sonnet-4-5 can be given',
        'some_future_param cannot be passed to claude and is left out',
      ],
    })
  })

  it('says so where an agent has no way at all', () => {
    expect(headless('hermes', null, { effort: 'low' })).toMatchObject({
      arguments: [],
      warnings: ['effort cannot be passed to hermes and is left out'],
    })
  })
})
