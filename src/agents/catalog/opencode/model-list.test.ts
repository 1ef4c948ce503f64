import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOpencodeModelList } from './model-list.ts'

const answer = readFileSync(join(import.meta.dirname, 'fixtures/models.txt'), 'utf8')

describe('readOpencodeModelList', () => {
  it('reads the recorded answer of the program', () => {
    expect(readOpencodeModelList(answer)).toEqual({
      models: {
        'anthropic/claude-sonnet-4-5': {
          displayName: 'Claude Sonnet 4.5 (latest)',
          supportsThinking: true,
          supportsToolCalling: true,
          supportsImageInput: true,
          supportsFileInput: true,
          efforts: ['high', 'max'],
          contextWindow: 1000000,
          maxOutputTokens: 64000,
          inputPricePerMillion: 3,
          outputPricePerMillion: 15,
          cachedInputPricePerMillion: 0.3,
        },
        'google/gemma-4-31b-it': {
          displayName: 'Gemma 4 31B IT',
          supportsThinking: true,
          supportsToolCalling: true,
          supportsImageInput: true,
          supportsFileInput: false,
          efforts: ['minimal', 'high'],
          contextWindow: 262144,
          maxOutputTokens: 32768,
        },
        'openai/gpt-4o': {
          displayName: 'GPT-4o',
          supportsThinking: false,
          supportsToolCalling: true,
          supportsImageInput: true,
          supportsFileInput: true,
          efforts: [],
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
    [
      'a limit that is no number',
      answer.replace('"context": 1000000', '"context": "1M"'),
      'limit.context must be a whole number of at least 0',
    ],
    ['an id with nothing below it', `${answer}openai/gpt-5\n`, '1 of 4 models have no description'],
    ['a block that is cut off', answer.replace('"variants": {', ''), 'JSON'],
  ])('refuses %s', (_, wrong, message) => {
    expect(() => readOpencodeModelList(wrong)).toThrowError(message)
  })
})
