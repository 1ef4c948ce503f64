import type { AgUiEvent } from '../ag-ui/events.ts'

/** Receives the events of a run. */
export interface RunSink {
  /** Returns a promise if the client reads slowly; await it before the next write. */
  write(events: readonly AgUiEvent[]): Promise<void> | undefined
}

/** Whether a run is canceled or continues when its client disconnects. */
export type OnDisconnect = 'cancel' | 'detach'

/** An accepted run that has not started. */
export interface AcceptedRun {
  /** Writes all events to the sink, up to one terminal event. Never rejects. */
  start(sink: RunSink): Promise<void>
  /** The client disconnected. */
  disconnect(how: OnDisconnect): void
}
