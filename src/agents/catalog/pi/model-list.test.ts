import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPiModelList } from './model-list.ts'

const answer = readFileSync(join(import.meta.dirname, 'fixtures/models.ndjson'), 'utf8')

describe('readPiModelList', () => {
  it('reads the recorded answer of the program', () => {
    expect(readPiModelList(answer)).toEqual({
      models: {
        'anthropic/claude-opus-5-5': {
          displayName: 'Claude Opus 5.5',
          supportsThinking: true,
          supportsImageInput: true,
          efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
          contextWindow: 1000000,
          maxOutputTokens: 128000,
          protocol: 'messages',
          inputPricePerMillion: 4,
          outputPricePerMillion: 20,
          cachedInputPricePerMillion: 0.2,
        },
        'anthropic/claude-sonnet-4-5': {
          displayName: 'Claude Sonnet 4.5 (latest)',
          supportsThinking: true,
          supportsImageInput: true,
          efforts: ['off', 'minimal', 'low', 'medium', 'high'],
          contextWindow: 200000,
          maxOutputTokens: 64000,
          protocol: 'messages',
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
          protocol: 'responses',
          inputPricePerMillion: 2.5,
          outputPricePerMillion: 10,
          cachedInputPricePerMillion: 1.25,
        },
        'openai/gpt-5.2': {
          displayName: 'GPT-5.2',
          supportsThinking: true,
          supportsImageInput: true,
          efforts: ['off', 'low', 'medium', 'high', 'xhigh'],
          contextWindow: 400000,
          maxOutputTokens: 128000,
          protocol: 'responses',
          inputPricePerMillion: 1.75,
          outputPricePerMillion: 14,
          cachedInputPricePerMillion: 0.175,
        },
      },
    })
  })

  it.each([
    ['no answer to the question', '{"type":"session"}\n', 'must be an object'],
    [
      'a model without a provider',
      answer.replaceAll('"provider":', '"maker":'),
      'data.models.0.provider is missing',
    ],
  ])('refuses %s', (_, wrong, message) => {
    expect(() => readPiModelList(wrong)).toThrowError(message)
  })
})
