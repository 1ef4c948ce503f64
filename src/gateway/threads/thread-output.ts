import type { AgUiEvent } from '../ag-ui/events.ts'
import type { RunSink } from './run-sink.ts'
import type { Transcript } from './transcript.ts'

/** Sends the events of a thread to its connected clients, and stores them in its transcript. */
export class ThreadOutput {
  readonly #transcript: Transcript
  readonly #sinks = new Set<RunSink>()
  /** Whether a turn had no client. */
  #hasMissed = false

  constructor(transcript: Transcript) {
    this.#transcript = transcript
  }

  add(sink: RunSink): void {
    this.#sinks.add(sink)
  }

  remove(sink: RunSink | undefined): void {
    if (sink !== undefined) this.#sinks.delete(sink)
  }

  /** A turn without a client begins: the next run gets the transcript, unless a client reconnects first. */
  missed(): void {
    this.#hasMissed = true
  }

  /** The last events of a turn without a client. */
  keep(events: readonly AgUiEvent[]): void {
    this.missed()
    for (const event of events) this.#transcript.take(event)
  }

  /** The transcript, if the client of a run may have missed a turn, or `isBehind`. */
  takeMissed({ isBehind = false }: { isBehind?: boolean } = {}): AgUiEvent[] {
    const events = this.#hasMissed || isBehind ? [this.snapshot()] : []
    this.#hasMissed = false
    return events
  }

  snapshot(): AgUiEvent {
    return { type: 'MESSAGES_SNAPSHOT', messages: this.#transcript.messages }
  }

  async emit(events: readonly AgUiEvent[]): Promise<void> {
    for (const event of events) this.#transcript.take(event)
    for (const sink of this.#sinks) await sink.write(events)
  }

  /** Ends a run: stores the transcript and disconnects the clients. */
  end(): void {
    this.#transcript.save()
    this.#sinks.clear()
  }
}
