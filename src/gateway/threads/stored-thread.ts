import type { SessionSettings } from '../../run/api/session-settings.ts'
import type { AgentSnapshot } from '../../sessions/agent/agent-snapshot.ts'
import type { InputMessage } from '../ag-ui/input.ts'
import { titleOf } from './thread-title.ts'
import type { ThreadRecord, ThreadStore } from './thread-store.ts'
import { Transcript } from './transcript.ts'

export interface StoredThreadOptions {
  readonly threadId: string
  readonly agent: string
  readonly store: ThreadStore
  readonly warn: (message: string) => void
}

/** The part of a thread that survives a restart: its record and its transcript. */
export class StoredThread {
  readonly transcript: Transcript
  readonly #options: StoredThreadOptions
  #record: ThreadRecord | undefined

  constructor(options: StoredThreadOptions, record: ThreadRecord | undefined) {
    this.#options = options
    this.#record = record
    this.transcript = new Transcript(options, { isStored: record !== undefined })
  }

  /** Undefined until the first run. */
  get record(): ThreadRecord | undefined {
    return this.#record
  }

  /** Adds the messages of a run. */
  take(messages: readonly InputMessage[]): void {
    const now = Date.now()
    const { threadId: id, agent } = this.#options
    const record = this.#record ?? {
      id,
      agent,
      title: titleOf(messages),
      createdAt: now,
      isArchived: false,
      settings: {},
      state: {},
    }
    this.#put({ ...record, updatedAt: now })
    this.transcript.takeInput(messages)
  }

  update(changes: Partial<Pick<ThreadRecord, 'title' | 'isArchived'>>): void {
    if (this.#record !== undefined) this.#put({ ...this.#record, ...changes })
  }

  /** Stores the session of the thread, as it is after a turn or while it waits for the client. */
  keep(session: {
    origin: AgentSnapshot
    settings: SessionSettings
    state: Readonly<Record<string, unknown>>
  }): void {
    this.transcript.save()
    if (this.#record === undefined) return
    const { origin, settings, state } = session
    // On its command line, an agent may report its session id only with the first turn.
    const kept = origin.agentSessionId === undefined ? {} : { origin }
    this.#put({ ...this.#record, ...kept, settings, state })
  }

  /** A failure is reported and does not end the run. */
  #put(record: ThreadRecord): void {
    this.#record = record
    try {
      this.#options.store.put(record)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.#options.warn(`Could not store the thread ${JSON.stringify(record.id)}: ${reason}`)
    }
  }
}
