import { describe, expect, it } from 'vitest'
import { createModelRegistry } from './registry.ts'

const registry = createModelRegistry()

/** What the registry says of the thinking of a model with an agent. */
function thinkingOf(agent: string, modelId: string): unknown {
  const { capabilities, efforts, off, takesNoBudget } = registry.details(agent, modelId) ?? {}
  return { efforts, budget: capabilities?.thinkingBudgetRange, off, takesNoBudget }
}

describe("a model's thinking options in an agent", () => {
  it.each([
    ['claude', 'claude-haiku-4-5', { budget: [1024, 31_999], off: { by: 'budget' } }],
    ['claude', 'claude-opus-4-5', { efforts: ['low', 'medium', 'high'], budget: [1024, 31_999] }],
    ['claude', 'claude-sonnet-4-6', { budget: undefined, takesNoBudget: true, off: { by: 'switch' } }],
    ['claude', 'claude-opus-5-5', { budget: undefined, takesNoBudget: true, off: undefined }],
    ['gemini', 'gemini-2.5-flash', { budget: [0, 24_576], off: { by: 'budget' } }],
    ['gemini', 'gemini-2.5-pro', { budget: [128, 32_768], off: undefined }],
    ['copilot', 'claude-haiku-4.5', { efforts: [], budget: undefined, off: undefined }],
    ['copilot', 'gpt-5.4', { off: { by: 'level', level: 'none' } }],
    ['opencode', 'openai/gpt-5.2', { off: { by: 'level', level: 'none' } }],
    ['pi', 'anthropic/claude-sonnet-4-5', { budget: undefined, off: { by: 'level', level: 'off' } }],
    ['pi', 'anthropic/claude-opus-5-5', { off: undefined }],
    ['omp', 'openai/gpt-5.2', { efforts: ['off', 'low', 'medium', 'high', 'xhigh', 'auto'], off: undefined }],
    [
      'omp',
      'anthropic/claude-sonnet-4-5',
      {
        efforts: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'auto'],
        off: { by: 'level', level: 'off' },
      },
    ],
    ['omp', 'openai/gpt-4o', { efforts: undefined, off: undefined }],
  ])('%s with %s', (agent, model, expected) => {
    expect(thinkingOf(agent, model)).toMatchObject(expected)
  })

  it("adds the agent's own levels to the reported levels of a model", () => {
    const own = createModelRegistry()
    own.applyReported('omp', {
      source: { name: 'omp', date: '2026-11-16' },
      models: { 'anthropic/claude-opus-4-6': { efforts: ['low', 'high'] } },
    })
    expect(own.details('omp', 'anthropic/claude-opus-4-6')?.efforts).toEqual(['off', 'low', 'high', 'auto'])
    expect(own.model('omp', 'anthropic/claude-opus-4-6')?.thinkingEffortLevels).toEqual(['low', 'high'])
  })
})
