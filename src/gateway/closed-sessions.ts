import { isRecord } from '../core/is-record.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { ParticipantRecord } from '../sessions/store/session-store.ts'
import type { AgentThreads } from './threads/agent-threads.ts'

export interface ClosedSessionsOptions {
  readonly sessions: Sessions
  /** The threads of each agent, by its id. */
  readonly agents: ReadonlyMap<string, AgentThreads>
  /** Sessions above this number are removed, the one closed first before the others. */
  readonly most: number
  readonly warn: (message: string) => void
}

/** Modes of messages that start a turn by themselves. */
const startingModes = ['immediate', 'next-tool-call', 'on-idle'] as const

/**
 * The sessions of threads whose agents were stopped. A message opens the thread again, so that it reaches the agent
 * without a run.
 */
export class ClosedSessions {
  readonly #options: ClosedSessionsOptions
  readonly #ids: Set<string>
  readonly #unsubscribe: () => void

  constructor(options: ClosedSessionsOptions) {
    this.#options = options
    const { sessions } = options
    const earlier = sessions
      .records()
      .filter((record) => record.status === 'offline' && threadOf(record) !== undefined)
    const inOrder = earlier.toSorted((one, other) => one.updatedAt - other.updatedAt)
    this.#ids = new Set(inOrder.map(({ identity }) => identity.id))
    this.#unsubscribe = sessions.events.on({ type: 'message.sent' }, ({ event }) => {
      if (event.type !== 'message.sent') return
      for (const { recipient } of this.#pending({ messageId: event.messageId })) this.wakeLater(recipient)
    })
  }

  /** The agent of a thread was stopped. Messages that still wait for the session open it again. */
  closed(id: string): void {
    if (this.#pending({ recipient: id }).length > 0) return this.wakeLater(id)
    this.#ids.delete(id)
    this.#ids.add(id)
    this.#trim()
  }

  /** Opens the thread of a session that is not running. Returns false if the session belongs to no thread. */
  async wake(id: string): Promise<boolean> {
    const record = this.#record(id)
    const thread = record === undefined ? undefined : threadOf(record)
    const threads = thread === undefined ? undefined : this.#options.agents.get(thread.agent)
    if (thread === undefined || threads === undefined) return false
    await threads.wake(thread.id)
    this.#ids.delete(id)
    return true
  }

  /** Opens the thread of an offline session in the background. A failure is reported; its messages stay queued. */
  wakeLater(id: string): void {
    if (this.#record(id)?.status !== 'offline') return
    this.wake(id).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      this.#options.warn(`Could not open the thread of a message: ${reason}`)
    })
  }

  /** Removes the session of a deleted thread. */
  remove(id: string, reason: string): void {
    const { sessions } = this.#options
    this.#ids.delete(id)
    const isRunning = sessions.list().some(({ identity }) => identity.id === id)
    if (!isRunning && this.#record(id) !== undefined) sessions.remove(id, reason)
  }

  /** Opens no more threads. */
  stop(): void {
    this.#unsubscribe()
  }

  #trim(): void {
    for (const id of this.#ids) {
      if (this.#ids.size <= this.#options.most) return
      this.remove(id, 'the thread was not used for a long time')
    }
  }

  #record(id: string): ParticipantRecord | undefined {
    return this.#options.sessions.records().find(({ identity }) => identity.id === id)
  }

  #pending(query: { messageId: string } | { recipient: string }): readonly { recipient: string }[] {
    return this.#options.sessions.deliveries.list({ ...query, states: ['pending'], modes: startingModes })
  }
}

/** The thread of a session, from the data that it is opened again from. */
function threadOf({ origin }: ParticipantRecord): { id: string; agent: string } | undefined {
  const source = origin?.['source']
  const agent = origin?.['agent']
  const id = isRecord(source) ? source['threadId'] : undefined
  return typeof id === 'string' && typeof agent === 'string' ? { id, agent } : undefined
}
