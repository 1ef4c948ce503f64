import { expect, it } from 'vitest'
import { AnswerMeter, type AnswerSummary } from './answer-meter.ts'
import type { ModelApi } from './model-api.ts'

function read(
  api: ModelApi,
  text: string,
  { size = 1, isStream = true, isEnded = true } = {},
): AnswerSummary {
  const meter = new AnswerMeter({ api, isStream, onUsage: () => {} })
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) meter.push(bytes.subarray(at, at + size))
  return meter.summary({ isEnded })
}

const events: Readonly<Record<ModelApi, object[]>> = {
  anthropic: [
    { type: 'message_start', message: { model: 'm', usage: { input_tokens: 3, output_tokens: 1 } } },
    { type: 'content_block_delta', delta: { text: 'ü "usage": {"output_tokens": 999}' } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } },
    { type: 'message_stop' },
  ],
  'openai-responses': [
    { type: 'response.created', response: { model: 'm', usage: null } },
    { type: 'response.output_text.delta', delta: '"usage": {"output_tokens": 999}' },
    { type: 'response.completed', response: { model: 'm', usage: { input_tokens: 3, output_tokens: 4 } } },
  ],
  'openai-completions': [
    { model: 'm', choices: [{ delta: { content: '"usage": {"completion_tokens": 999}' } }], usage: null },
    { model: 'm', choices: [{ finish_reason: 'stop' }], usage: null },
    { model: 'm', choices: [], usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } },
  ],
  gemini: [
    { modelVersion: 'm', candidates: [{}], usageMetadata: { promptTokenCount: 3 } },
    {
      modelVersion: 'm',
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, details: [{ modality: 'TEXT' }] },
    },
  ],
}
const tokens = { input: 3, output: 4, total: 7 }

it.each(
  (Object.keys(events) as ModelApi[]).flatMap((api) =>
    ['\n', '\r\n'].flatMap((end) => [1, 7, 100_000].map((size) => [api, end, size] as const)),
  ),
)('reads a stream of %s with lines that end in %j in parts of %i bytes', (api, end, size) => {
  const text = events[api].map((event) => `event: x${end}data:${JSON.stringify(event)}${end}${end}`).join('')
  expect(read(api, `: comment${end}${text}`, { size })).toEqual({ model: 'm', tokens, isWhole: true })
})

it('reads a list of Gemini, also if the client leaves before its end', () => {
  const text = JSON.stringify(events.gemini)
  expect(read('gemini', text, { isStream: false })).toEqual({ model: 'm', tokens, isWhole: true })
  expect(read('gemini', text.slice(0, -2), { isStream: false, isEnded: false })).toEqual({
    tokens: { ...tokens, incomplete: true },
    isWhole: false,
  })
})
