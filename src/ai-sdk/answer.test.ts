import { expect, test } from 'vitest'
import type { AgentEvent } from '../events/event.ts'
import { answerOf } from './answer.ts'
import type { ModelStreamPart } from './parts/stream-part.ts'
import { StreamParts } from './parts/stream-parts.ts'

async function* partsOf(events: readonly AgentEvent[]): AsyncGenerator<ModelStreamPart<string>> {
  const parts = new StreamParts({ fileData: (data: string) => data, includeRaw: false, holdText: false })
  for (const event of events) yield* parts.of(event)
  yield* parts.end()
  yield { type: 'response-metadata', timestamp: new Date(0), modelId: 'sim' }
  yield {
    type: 'finish',
    usage: {} as never,
    finishReason: { unified: 'stop', raw: 'end-turn' },
    providerMetadata: {},
  }
}

test('drops retracted text when the agent restarts its answer', async () => {
  const events: AgentEvent[] = [
    { type: 'text.delta', text: 'I look. ', messageId: 'a' },
    { type: 'thinking.delta', text: 'Hm', messageId: 'b' },
    { type: 'text.delta', text: 'One ', messageId: 'b' },
    { type: 'message.retracted', text: 'One ', thinking: 'Hm', messageId: 'b' },
    { type: 'text.delta', text: 'Uno', messageId: 'c' },
  ]
  const { content } = await answerOf(partsOf(events), [])
  expect(content).toEqual([
    { type: 'text', text: 'I look. ' },
    { type: 'text', text: 'Uno' },
  ])
})
