import { CapstanError } from '../../core/capstan-error.ts'
import type { Sessions } from '../sessions.ts'
import { isFinal, isResting } from '../status-machine.ts'
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
/** Attempts to start a session before it stays offline. */
const maxAttempts = 3

/** A session that is taken over and does not run yet. */
interface Starting {
  record: ParticipantRecord
  failures: number
  /** When to try again; Infinity during an attempt. */
  nextAt: number
}

/**
 * Takes over the sessions of nodes whose lease has ended, and starts those again that were running. A session is
 * `starting` in the store until it runs or every attempt has failed, so that another node starts it if this one is lost.
 */
export class Takeover {
  readonly #options: TakeoverOptions
  readonly #everyMs: number
  readonly #starting = new Map<string, Starting>()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  readonly #stopping = Promise.withResolvers<void>()
  #isStopped = false

  constructor(options: TakeoverOptions) {
    this.#options = options
    this.#everyMs = options.everyMs ?? 1000
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#round ??= this.#look().finally(() => (this.#round = undefined))
    }, this.#everyMs)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#stopping.resolve()
    clearInterval(this.#timer)
    await this.#round
    for (const id of this.#starting.keys()) this.#giveUp(id, 'the node stopped')
  }

  async #look(): Promise<void> {
    const { store, onWarning } = this.#options
    if (!store.lease.isJoined || store.lease.isDraining) return
    this.#startAgain()
    try {
      const orphans = await store.orphans(perRound)
      // This node may not have read the last status yet. Without an owner it does not change anymore.
      if (orphans.length > 0) await Promise.race([store.refresh(), this.#stopping.promise])
      for (const session of orphans) {
        if (!this.#isStopped) await this.#take(session)
      }
    } catch (error) {
      onWarning('Could not look for sessions of lost nodes', error)
    }
  }

  async #take(id: string): Promise<void> {
    const { sessions } = this.#options
    const record = sessions.records().find(({ identity }) => identity.id === id)
    try {
      await sessions.takeOver(id)
    } catch (error) {
      // Another node was first, or the session was removed.
      if (CapstanError.isInstance(error) && ['NOT_OWNER', 'UNKNOWN_SESSION'].includes(error.code)) return
      throw error
    }
    const isToRun = record?.status !== undefined && !isFinal(record.status) && !isResting(record.status)
    if (record === undefined || !isToRun || this.#isStopped) return
    // The start of an agent takes seconds; the next session must not wait for it.
    void this.#resume(record, 0)
  }

  async #resume(record: ParticipantRecord, failures: number): Promise<void> {
    const { id, handle } = record.identity
    this.#starting.set(id, { record, failures, nextAt: Infinity })
    try {
      await this.#options.resume(record)
      this.#starting.delete(id)
    } catch (error) {
      this.#options.onWarning(`Could not resume @${handle}`, error)
      if (this.#isStopped) return
      const nextAt = performance.now() + this.#everyMs * 2 ** failures
      this.#starting.set(id, { record, failures: failures + 1, nextAt })
      const detail = error instanceof Error ? error.message : String(error)
      if (failures + 1 >= maxAttempts) this.#giveUp(id, `could not be resumed: ${detail}`)
    }
  }

  #startAgain(): void {
    for (const [id, { record, failures, nextAt }] of this.#starting) {
      if (nextAt > performance.now()) continue
      if (this.#isToStart(id)) void this.#resume(record, failures)
      else this.#starting.delete(id)
    }
  }

  #giveUp(id: string, reason: string): void {
    this.#starting.delete(id)
    if (this.#isToStart(id)) this.#options.sessions.leave(id, reason)
  }

  /** Whether it is up to this node to start the session: another may have taken it over, or a person resumed it. */
  #isToStart(id: string): boolean {
    const { store, sessions } = this.#options
    return store.shared.owns(id) && !sessions.list().some(({ identity }) => identity.id === id)
  }
}
