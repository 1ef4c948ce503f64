import { expect, it } from 'vitest'
import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import { ManualClock } from '../../core/manual-clock.ts'
import { TranscriptChunks, type TranscriptPiece } from './transcript-chunks.ts'

function lab(): { clock: ManualClock; chunks: TranscriptChunks; emitted: AgentSessionEvent[] } {
  const emitted: AgentSessionEvent[] = []
  const clock = new ManualClock(1000)
  return {
    clock,
    chunks: new TranscriptChunks({ clock, emit: (event) => void emitted.push(event) }),
    emitted,
  }
}
const piece = (text: string, more: Partial<TranscriptPiece> = {}): TranscriptPiece => ({
  type: 'transcript.piece',
  role: 'agent',
  text,
  ...more,
})
const contents = (events: readonly AgentSessionEvent[]): string[] =>
  events.map((event) => (event.type === 'transcript.chunk' ? event.chunk.content : event.type))

it('emits pieces of one message together after a short time', async () => {
  const { clock, chunks, emitted } = lab()
  for (const word of ['one ', 'two ', 'three']) chunks.add(piece(word, { messageId: 'm1' }))
  await clock.advance(49)
  expect(emitted).toEqual([])
  await clock.advance(1)
  chunks.add(piece('four'))
  await clock.advance(50)
  expect(emitted).toEqual([
    {
      type: 'transcript.chunk',
      chunk: {
        id: expect.stringMatching(/^chunk_/) as string,
        at: new Date(1050),
        role: 'agent',
        content: 'one two three',
        sequence: 1,
        metadata: { messageId: 'm1' },
      },
    },
    {
      type: 'transcript.chunk',
      chunk: {
        id: expect.stringMatching(/^chunk_/) as string,
        at: new Date(1100),
        role: 'agent',
        content: 'four',
        sequence: 2,
      },
    },
  ])
})

it('emits at once when a chunk is full or the message changes', () => {
  const { chunks, emitted } = lab()
  chunks.add(piece('x'.repeat(1024)))
  chunks.add(piece('hm', { thinking: true }))
  chunks.add(piece('said'))
  chunks.add(piece('asked', { role: 'user' }))
  expect(contents(emitted)).toEqual(['x'.repeat(1024), 'hm', 'said'])
})

it('emits on flush, and only once', async () => {
  const { clock, chunks, emitted } = lab()
  chunks.add(piece(''))
  chunks.add(piece('now'))
  chunks.flush()
  chunks.flush()
  await clock.advance(100)
  expect([contents(emitted), clock.sleeping]).toEqual([['now'], 0])
})
