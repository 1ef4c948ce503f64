import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { agentEvents } from '../../../test/arbitraries/agent-events.ts'
import { generations, readByClient } from '../../../test/support/ag-ui-clients.ts'
import { Coalescer } from './coalescer.ts'
import { type AgUiEvent, isTerminal } from './events.ts'
import type { RunEnd } from './run-end.ts'
import { ThreadMemory } from './thread-memory.ts'
import { AgUiTranslator } from './translator.ts'

const end: fc.Arbitrary<RunEnd> = fc.constantFrom<RunEnd>(
  { type: 'finished', stopReason: 'end-turn', tokens: { input: 3, output: 1.5, total: 4 } },
  { type: 'finished', stopReason: 'cancelled' },
  { type: 'failed', error: { message: 'it broke', code: -32000 } },
  { type: 'interrupted', interrupts: [{ id: 'i1', reason: 'confirmation' }] },
  { type: 'tools-called', toolCallIds: ['t1'] },
)

test.each(generations)(
  'a %s client accepts both runs of a turn for any agent events',
  async (generation) => {
    await fc.assert(
      fc.asyncProperty(agentEvents, agentEvents, end, end, async (first, second, firstEnd, secondEnd) => {
        const memory = new ThreadMemory()
        const run = (
          runId: string,
          events: typeof first,
          last: RunEnd,
          isContinued: boolean,
        ): AgUiEvent[] => {
          const options = { threadId: 'thread', runId, generation, memory, raw: true, state: { a: 1 } }
          const translator = new AgUiTranslator(options)
          const coalescer = new Coalescer({ fullLength: 16 })
          const all = [
            ...translator.begin({ isContinued }),
            ...events.flatMap((event) => translator.take(event)),
          ]
          return [...all, ...translator.end(last)].flatMap((event) => coalescer.push(event))
        }
        const isOver = firstEnd.type === 'finished' || firstEnd.type === 'failed'
        const streams = [run('run1', first, firstEnd, false), run('run2', second, secondEnd, !isOver)]
        for (const stream of streams) {
          expect(stream.filter(isTerminal)).toEqual([stream.at(-1)])
          const { events, complaints } = await readByClient(generation, stream)
          expect(complaints).toEqual([])
          expect(events.length).toBe(stream.length)
        }
      }),
      { numRuns: 60 },
    )
  },
  60_000,
)
