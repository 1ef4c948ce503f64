import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { agentEvents } from '../../../test/arbitraries/agent-events.ts'
import { generations, readByClient } from '../../../test/support/ag-ui-clients.ts'
import type { AgUiEvent } from './events.ts'
import { ThreadHistory } from './history.ts'
import { ThreadMemory } from './thread-memory.ts'
import { AgUiTranslator } from './translator.ts'

test.each(generations)(
  'a reconnected %s client has the same messages as a connected one',
  async (generation) => {
    await fc.assert(
      fc.asyncProperty(agentEvents, async (events) => {
        const names = { threadId: 'thread', runId: 'run' }
        const translator = new AgUiTranslator({ ...names, generation, memory: new ThreadMemory() })
        const stream = [
          ...translator.begin({ isContinued: false }),
          ...events.flatMap((event) => translator.take(event)),
          ...translator.end({ type: 'finished', stopReason: 'end-turn' }),
        ]
        const history = new ThreadHistory()
        for (const event of stream) history.take(event)
        const replay: AgUiEvent[] = [
          { type: 'RUN_STARTED', ...names },
          { type: 'MESSAGES_SNAPSHOT', messages: history.messages },
          { type: 'RUN_FINISHED', ...names },
        ]
        const [stayed, back] = [
          await readByClient(generation, stream),
          await readByClient(generation, replay),
        ]
        expect(back.complaints).toEqual([])
        expect(back.messages).toEqual(stayed.messages)
      }),
      { numRuns: 60 },
    )
  },
  60_000,
)
