import type { AgUiEvent } from '../ag-ui/events.ts'

/** Where the events of a run go. */
export interface RunSink {
  /** Takes events; a promise when the client reads slowly, to be awaited before the next. */
  write(events: readonly AgUiEvent[]): Promise<void> | undefined
}

/** What happens to a run when its client goes before the end. */
export type OnDisconnect = 'cancel' | 'detach'

/** A run that was taken: it is told when it is started. */
export interface TakenRun {
  /** Tells everything to the sink, to one terminal event. It never rejects. */
  start(sink: RunSink): Promise<void>
  /** The client went. */
  leave(how: OnDisconnect): void
}
