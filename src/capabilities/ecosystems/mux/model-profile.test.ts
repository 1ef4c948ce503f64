import { describe, expect, test } from 'vitest'
import { readFixture } from '../../../../test/read-fixture.ts'
import { createProfile, mergeProfiles, supportOf } from '../../index.ts'
import { type ModelCapabilities, modelFromProfile, modelToProfile } from './index.ts'

const model = readFixture('declarations/mux-model.json') as ModelCapabilities

test('makes claims about the model, with the date of the model data', () => {
  const profile = modelToProfile(model)
  expect(profile.subject).toEqual({ kind: 'model', id: 'example-large-1', model: 'example-large-1' })
  expect(profile.facts['thinking.budget']).toEqual({
    id: 'thinking.budget',
    support: 'supported',
    value: [1024, 31_999],
    evidence: [
      {
        source: 'model',
        origin: 'mux-model',
        at: '2026-10-01T00:00:00Z',
        model: 'example-large-1',
        support: 'supported',
        value: [1024, 31_999],
      },
    ],
  })
})

test('prefers the selected model to its agent', () => {
  const agent = createProfile({ kind: 'agent', id: 'claude' }, [
    { id: 'prompt.image', evidence: { source: 'observed', support: 'supported' } },
  ])
  const blind = modelToProfile({ ...model, supportsImageInput: false })
  const selected = { kind: 'agent', id: 'claude', model: 'example-large-1' } as const
  expect(supportOf(mergeProfiles(selected, [blind, agent]), 'prompt.image')).toBe('unsupported')
  expect(supportOf(mergeProfiles({ ...selected, model: 'other' }, [blind, agent]), 'prompt.image')).toBe(
    'supported',
  )
})

describe('effort and budget', () => {
  const supportsOf = (fields: Partial<ModelCapabilities>) => {
    const { thinkingEffortLevels: _levels, thinkingBudgetRange: _range, ...rest } = model
    const profile = modelToProfile({ ...rest, ...fields })
    return [supportOf(profile, 'thinking.effort'), supportOf(profile, 'thinking.budget')]
  }

  test('are unknown for a model that thinks and lists neither', () => {
    expect(supportsOf({ supportsThinking: true })).toEqual(['unknown', 'unknown'])
  })

  test('are unsupported for a model without thinking', () => {
    expect(supportsOf({ supportsThinking: false })).toEqual(['unsupported', 'unsupported'])
  })

  test('are supported if listed', () => {
    expect(supportsOf({ thinkingEffortLevels: [], thinkingBudgetRange: [0, 1] })).toEqual([
      'unsupported',
      'supported',
    ])
  })
})

test('lists unknown fields of a model as assumed', () => {
  expect(modelFromProfile(createProfile({ kind: 'model', id: 'opus' }, []))).toEqual({
    declaration: {
      agent: 'unknown',
      modelId: 'opus',
      displayName: 'opus',
      deprecated: false,
      contextWindow: 0,
      maxOutputTokens: 0,
      supportsThinking: false,
      supportsToolCalling: false,
      supportsParallelToolCalls: false,
      supportsToolCallStreaming: false,
      supportsJsonMode: false,
      supportsStructuredOutput: false,
      supportsTextStreaming: false,
      supportsThinkingStreaming: false,
      supportsImageInput: false,
      supportsImageOutput: false,
      supportsFileInput: false,
      cliArgKey: '',
      cliArgValue: '',
      lastUpdated: '',
      source: 'bundled',
    },
    notCarried: [],
    assumed: [
      'thinking.supported',
      'tools.native',
      'tools.parallel',
      'output.tool-call-streaming',
      'output.json-mode',
      'output.structured',
      'output.text-streaming',
      'thinking.streaming',
      'prompt.image',
      'output.image',
      'prompt.file',
      'model.agent',
      'model.context-window',
      'model.max-output',
      'model.selection',
      'model.data',
      'model.deprecated',
    ],
  })
})
