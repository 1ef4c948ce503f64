import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readClaudeModelList } from './model-list.ts'

const answer = readFileSync(join(import.meta.dirname, 'fixtures/models.ndjson'), 'utf8')

describe('readClaudeModelList', () => {
  it('reads the recorded answer of the program', () => {
    expect(readClaudeModelList(answer)).toEqual({
      aliases: {
        opus: 'claude-opus-5-5',
        fable: 'claude-fable-5-2',
        sonnet: 'claude-sonnet-5-5',
        haiku: 'claude-haiku-5-5',
        default: 'claude-opus-5-5',
      },
      defaultModel: 'claude-opus-5-5',
      order: ['claude-opus-5-5', 'claude-fable-5-2', 'claude-sonnet-5-5', 'claude-haiku-5-5'],
      models: {
        'claude-opus-5-5': {
          displayName: 'Claude Opus 5.5',
          efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
          inputPricePerMillion: 4,
          outputPricePerMillion: 20,
        },
        'claude-fable-5-2': {
          displayName: 'Claude Fable 5.2',
          efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
          inputPricePerMillion: 8,
          outputPricePerMillion: 40,
        },
        'claude-sonnet-5-5': {
          displayName: 'Claude Sonnet 5.5',
          efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
          inputPricePerMillion: 2,
          outputPricePerMillion: 10,
        },
        'claude-haiku-5-5': {
          displayName: 'Claude Haiku 5.5',
          efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
          inputPricePerMillion: 0.1,
          outputPricePerMillion: 0.5,
        },
      },
    })
  })

  it.each([
    ['a stream without the answer', '{"type":"system"}\n', 'must be an object'],
    [
      'a model without an id',
      answer.replaceAll('resolvedModel', 'other'),
      'response.response.models.0.resolvedModel is missing',
    ],
  ])('refuses %s', (_, wrong, message) => {
    expect(() => readClaudeModelList(wrong)).toThrowError(message)
  })
})
