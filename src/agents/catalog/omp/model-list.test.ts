import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOmpModelList } from './model-list.ts'

const answer = readFileSync(join(import.meta.dirname, 'fixtures/models.json'), 'utf8')

describe('readOmpModelList', () => {
  it('reads the recorded answer of the program', () => {
    expect(readOmpModelList(answer)).toEqual({
      models: {
        'anthropic/claude-opus-4-6': {
          displayName: 'Claude Opus 4.6',
          supportsThinking: true,
          supportsImageInput: true,
          efforts: ['low', 'medium', 'high', 'max'],
          contextWindow: 1000000,
          maxOutputTokens: 128000,
          inputPricePerMillion: 5,
          outputPricePerMillion: 25,
          cachedInputPricePerMillion: 0.5,
        },
        'anthropic/claude-sonnet-4-5': {
          displayName: 'Claude Sonnet 4.5',
          supportsThinking: true,
          supportsImageInput: true,
          efforts: ['minimal', 'low', 'medium', 'high', 'xhigh'],
          contextWindow: 1000000,
          maxOutputTokens: 64000,
          inputPricePerMillion: 3,
          outputPricePerMillion: 15,
          cachedInputPricePerMillion: 0.3,
        },
        'openai/gpt-4o': {
          displayName: 'GPT-4o',
          supportsThinking: false,
          supportsImageInput: true,
          contextWindow: 128000,
          maxOutputTokens: 16384,
          inputPricePerMillion: 2.5,
          outputPricePerMillion: 10,
          cachedInputPricePerMillion: 1.25,
        },
      },
    })
  })

  it.each([
    ['something else than JSON', 'phase: none', 'is not valid JSON'],
    ['a model without a selector', answer.replaceAll('selector', 'other'), 'models.0.selector is missing'],
  ])('refuses %s', (_, wrong, message) => {
    expect(() => readOmpModelList(wrong)).toThrowError(message)
  })
})
