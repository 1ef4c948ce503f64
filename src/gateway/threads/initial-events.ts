import type { AgUiEvent, HistoryMessage } from '../ag-ui/events.ts'
import { generationOf } from '../ag-ui/generation.ts'
import type { RunInput } from '../ag-ui/input.ts'
import type { RunEnd } from '../ag-ui/run-end.ts'
import type { ThreadMemory } from '../ag-ui/thread-memory.ts'
import { AgUiTranslator } from '../ag-ui/translator.ts'
import type { OpenInterrupts } from './open-interrupts.ts'

/** The part of a run input that a reconnect needs. */
export type ReconnectInput = Pick<RunInput, 'runId' | 'protocolVersion' | 'state'>

export interface InitialEventsSource {
  readonly threadId: string
  readonly memory: ThreadMemory
  /** Undefined for a thread without runs: an empty snapshot would erase what the client has. */
  readonly messages: HistoryMessage[] | undefined
  readonly interrupts: OpenInterrupts
  /** The run in progress, whose events follow. */
  readonly activeRun: Pick<RunInput, 'runId'> | undefined
}

/** The first events of a reconnect: the history, and open interrupts if no run is in progress. */
export function initialEvents(input: ReconnectInput, thread: InitialEventsSource): AgUiEvent[] {
  const { threadId, memory, messages, activeRun } = thread
  const { interrupts } = thread.interrupts
  const translator = new AgUiTranslator({
    threadId,
    runId: activeRun?.runId ?? input.runId,
    generation: generationOf(input),
    memory,
    state: input.state,
  })
  const end: RunEnd =
    interrupts.length > 0 ? { type: 'interrupted', interrupts } : { type: 'finished', stopReason: 'end-turn' }
  return [
    translator.started(),
    ...(messages === undefined ? [] : [{ type: 'MESSAGES_SNAPSHOT', messages } as const]),
    translator.snapshot(),
    ...(activeRun === undefined ? translator.suspend(end) : []),
  ]
}
