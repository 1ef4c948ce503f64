import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCodexModelList } from './model-list.ts'

const answer = readFileSync(join(import.meta.dirname, 'fixtures/models.json'), 'utf8')

describe('readCodexModelList', () => {
  it('reads the recorded answer of the program', () => {
    expect(readCodexModelList(answer)).toEqual({
      complete: true,
      defaultModel: 'gpt-6.1-sol',
      order: ['gpt-6.1-sol', 'gpt-6-luna', 'gpt-5.6-luna'],
      models: {
        'gpt-6.1-sol': {
          displayName: 'GPT-6.1-Sol',
          supportsThinking: true,
          supportsImageInput: true,
          efforts: ['low', 'medium', 'high', 'xhigh', 'max', 'ultra'],
          defaultEffort: 'low',
          contextWindow: 272000,
          maxContextWindow: 872000,
        },
        'gpt-6-luna': {
          displayName: 'GPT-6-Luna',
          supportsThinking: true,
          supportsImageInput: true,
          efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
          defaultEffort: 'medium',
          contextWindow: 272000,
          maxContextWindow: 872000,
        },
        'gpt-5.6-luna': {
          displayName: 'GPT-5.6-Luna',
          supportsThinking: true,
          supportsImageInput: true,
          efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
          defaultEffort: 'medium',
          contextWindow: 272000,
          maxContextWindow: 872000,
          successorModelId: 'gpt-6-luna',
        },
        'gpt-daybreak-blue-latest': {
          displayName: 'Daybreak Blue',
          supportsThinking: true,
          supportsImageInput: true,
          efforts: ['low', 'medium', 'high', 'xhigh', 'max', 'ultra'],
          defaultEffort: 'low',
          contextWindow: 272000,
          maxContextWindow: 872000,
          hidden: true,
        },
        'gpt-daybreak-red-latest': {
          displayName: 'Daybreak Red',
          supportsThinking: true,
          supportsImageInput: true,
          efforts: ['low', 'medium', 'high', 'xhigh', 'max', 'ultra'],
          defaultEffort: 'medium',
          contextWindow: 372000,
          hidden: true,
        },
      },
    })
  })

  it.each([
    ['something else than JSON', 'WARNING: no', 'is not valid JSON'],
    [
      'a model without levels',
      answer.replaceAll('supported_reasoning_levels', 'other'),
      'models.0.supported_reasoning_levels is missing',
    ],
  ])('refuses %s', (_, wrong, message) => {
    expect(() => readCodexModelList(wrong)).toThrowError(message)
  })
})
