import type { AgUiEvent } from '../ag-ui/events.ts'
import { generationOf } from '../ag-ui/generation.ts'
import type { ThreadHistory } from '../ag-ui/history.ts'
import type { RunInput } from '../ag-ui/input.ts'
import type { RunEnd } from '../ag-ui/run-end.ts'
import { AgUiTranslator, type ThreadMemory } from '../ag-ui/translator.ts'
import type { OpenInterrupts } from './open-interrupts.ts'

/** As much of a run's input as a client that comes back has to give. */
export type ReturnInput = Pick<RunInput, 'runId' | 'protocolVersion' | 'state'>

export interface Greeted {
  readonly threadId: string
  readonly memory: ThreadMemory
  readonly history: ThreadHistory
  readonly interrupts: OpenInterrupts
  /** The run that is under way, whose events follow. */
  readonly live: Pick<RunInput, 'runId'> | undefined
}

/** What a client is told that comes back to a thread: what was said, and what waits for it if nothing is under way. */
export function greeting(input: ReturnInput, thread: Greeted): AgUiEvent[] {
  const { threadId, memory, history, live } = thread
  const { interrupts } = thread.interrupts
  const translator = new AgUiTranslator({
    threadId,
    runId: live?.runId ?? input.runId,
    generation: generationOf(input),
    memory,
    state: input.state,
  })
  const end: RunEnd =
    interrupts.length > 0 ? { type: 'interrupted', interrupts } : { type: 'finished', stopReason: 'end-turn' }
  return [
    translator.started(),
    { type: 'MESSAGES_SNAPSHOT', messages: history.messages },
    translator.snapshot(),
    ...(live === undefined ? translator.leave(end) : []),
  ]
}
