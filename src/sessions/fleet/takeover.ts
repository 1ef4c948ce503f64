import { CapstanError } from '../../core/capstan-error.ts'
import type { Sessions } from '../sessions.ts'
import { isFinal } from '../status-machine.ts'
import type { ParticipantRecord } from '../store/session-store.ts'
import type { SharedStore } from '../store/postgres/open-postgres-store.ts'

export interface TakeoverOptions {
  store: SharedStore
  sessions: Sessions
  /** Starts a session again that ran on a lost node. */
  resume: (record: ParticipantRecord) => Promise<void>
  /** How often to look for sessions of lost nodes. Default: one second. */
  everyMs?: number
  onWarning: (message: string, cause?: unknown) => void
}

/** Sessions per round: other nodes take the rest meanwhile. */
const perRound = 5

/** Takes over the sessions of nodes whose lease has ended, and starts those again that were running. */
export class Takeover {
  readonly #options: TakeoverOptions
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #isStopped = false

  constructor(options: TakeoverOptions) {
    this.#options = options
  }

  start(): void {
    const { everyMs = 1000 } = this.#options
    this.#timer = setInterval(() => {
      this.#round ??= this.#look().finally(() => (this.#round = undefined))
    }, everyMs)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#round
  }

  async #look(): Promise<void> {
    const { store, onWarning } = this.#options
    if (!store.lease.isJoined || store.lease.isDraining) return
    try {
      for (const session of await store.orphans(perRound)) {
        if (!this.#isStopped) await this.#take(session)
      }
    } catch (error) {
      onWarning('Could not look for sessions of lost nodes', error)
    }
  }

  async #take(id: string): Promise<void> {
    const { sessions, resume, onWarning } = this.#options
    const record = sessions.records().find(({ identity }) => identity.id === id)
    try {
      await sessions.takeOver(id)
    } catch (error) {
      // Another node was first, or the session was removed.
      if (CapstanError.isInstance(error) && ['NOT_OWNER', 'UNKNOWN_SESSION'].includes(error.code)) return
      throw error
    }
    const wasRunning = record?.status !== undefined && !isFinal(record.status) && record.status !== 'offline'
    if (record === undefined || !wasRunning || this.#isStopped) return
    // The start of an agent takes seconds; the next session must not wait for it.
    resume(record).catch((error: unknown) => onWarning(`Could not resume @${record.identity.handle}`, error))
  }
}
