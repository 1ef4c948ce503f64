import type { AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { SessionsContext } from '../context.ts'
import type { Directory } from '../directory.ts'
import type { RegisteredSession } from '../registered-session.ts'

export interface AnnouncementsOptions {
  context: SessionsContext
  directory: Directory
  /** Registered sessions by id. */
  sessions: ReadonlyMap<string, RegisteredSession>
}

/** Sessions that are about to be registered. They are `starting`; a new one has no record yet. */
export class Announcements {
  readonly #options: AnnouncementsOptions
  readonly #starting = new Set<string>()

  constructor(options: AnnouncementsOptions) {
    this.#options = options
  }

  has(id: string): boolean {
    return this.#starting.has(id)
  }

  /** The session is registered. */
  complete(id: string): void {
    this.#starting.delete(id)
  }

  /** Returns a function that takes the announcement back. @throws CapstanError `SESSION_EXISTS`. */
  add(id: string): (reason: string) => void {
    const { context, directory, sessions } = this.#options
    context.requireOpen()
    const current = sessions.get(id)
    if (this.#starting.has(id) || (current !== undefined && current.status !== 'failed')) {
      throw new CapstanError('SESSION_EXISTS', `The session ${id} is already running or starting`)
    }
    const record = directory.record(id)
    if (record !== undefined) directory.requireFree(record.identity.handle, id)
    // A session that was taken over is already `starting`.
    if (record?.status !== 'starting')
      this.#become(id, 'starting', record?.status === undefined ? {} : { previousStatus: record.status })
    this.#starting.add(id)
    return (reason) => {
      if (!this.#starting.delete(id) || record?.status === 'starting') return
      const problem = `Could not store that ${id} did not start`
      context.unsaved.attempt(`start ${id}`, problem, () =>
        this.#become(id, record?.status ?? 'failed', { previousStatus: 'starting', reason }),
      )
    }
  }

  #become(id: string, status: AgentStatus, change: { previousStatus?: AgentStatus; reason?: string }): void {
    const { context, directory, sessions } = this.#options
    const current = sessions.get(id)
    if (current !== undefined) {
      current.become(status, { ...change, decision: 'resume' })
      return
    }
    const log = (): void => void context.log.append(id, { type: 'status.changed', status, ...change })
    if (directory.record(id) === undefined) log()
    else directory.change(id, { status }, log)
  }
}
