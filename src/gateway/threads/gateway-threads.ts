import { CapstanError } from '../../core/capstan-error.ts'
import type { ClosedSessions } from '../closed-sessions.ts'
import type { GatewaySessions } from '../gateway-sessions.ts'
import type { AgentThreads } from './agent-threads.ts'
import type { QueuedMessage } from './run-queue.ts'
import type { ListedThread } from './shared/shared-threads.ts'
import type { Thread } from './thread.ts'
import { statusOf, type ThreadStatus } from './shared/thread-status.ts'
import type { ThreadQuery, ThreadRecord, ThreadStore } from './thread-store.ts'

/** A thread as clients see it. */
export interface ThreadReport {
  readonly id: string
  readonly agent: string
  readonly title: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly updatedAt: string
  readonly isArchived: boolean
  readonly status: ThreadStatus
  /** The handle of the thread's session, while `/api/sessions` lists it. */
  readonly session?: string
  readonly settings: ThreadRecord['settings']
  /** Messages that wait for the running turn to end. */
  readonly queue: readonly QueuedMessage[]
}

export interface ThreadPage {
  readonly threads: readonly ThreadReport[]
  /** Pass it as `before` to get the next page. */
  readonly next?: string
}

export interface GatewayThreadsOptions {
  readonly store: ThreadStore
  readonly agents: ReadonlyMap<string, AgentThreads>
  readonly sessions: Pick<GatewaySessions, 'sessions'>
  /** The sessions of threads whose agents were stopped. */
  readonly closed: Pick<ClosedSessions, 'remove'>
}

/** All threads of a gateway, in memory or stored. */
export class GatewayThreads {
  readonly #options: GatewayThreadsOptions

  constructor(options: GatewayThreadsOptions) {
    this.#options = options
  }

  async list(query: Omit<ThreadQuery, 'after'> & { before?: string | undefined }): Promise<ThreadPage> {
    const { before, limit, ...rest } = query
    const after = before === undefined ? undefined : placeOf(before)
    const records = await this.#listed({ ...rest, after, limit: limit + 1 })
    const page = records.slice(0, limit)
    const last = page.at(-1)?.record
    return {
      threads: page.map(({ record, status }) => this.#report(record, status)),
      ...(records.length > limit && last !== undefined ? { next: `${last.updatedAt}:${last.id}` } : {}),
    }
  }

  async #listed(query: ThreadQuery): Promise<ListedThread[]> {
    const { store } = this.#options
    if (store.shared !== undefined) return store.shared.list(query)
    return store.list(query).map((record) => ({ record, status: 'idle' }))
  }

  /** @throws CapstanError `UNKNOWN_THREAD` */
  get(id: string): ThreadReport {
    return this.#report(this.#record(id))
  }

  /** The agent of a thread; undefined if there is no such thread. */
  agentOf(id: string): string | undefined {
    return this.#options.store.get(id)?.agent
  }

  /** Renames or archives a thread. */
  update(id: string, changes: Partial<Pick<ThreadRecord, 'title' | 'isArchived'>>): ThreadReport {
    const record = this.#record(id)
    const thread = this.#inMemory(record)
    if (thread === undefined) this.#options.store.put({ ...record, ...changes })
    else thread.update(changes)
    return this.get(id)
  }

  /** Stops the agent, and deletes the thread with its transcript and its session. */
  async remove(id: string): Promise<void> {
    const { store, agents, closed } = this.#options
    const reason = 'the thread was deleted'
    await agents.get(this.#record(id).agent)?.closeThread(id, reason)
    // The first run of the thread may just have opened its session.
    const { origin } = this.#record(id)
    store.remove(id)
    if (origin !== undefined) closed.remove(origin.identity.id, reason)
  }

  /** @throws CapstanError `NOT_QUEUED` if the message was already sent. */
  editQueued(id: string, messageId: string, text: string): ThreadReport {
    const record = this.#record(id)
    if (this.#inMemory(record)?.queue.edit(messageId, text)) return this.#report(record)
    throw notQueued(messageId)
  }

  /** @throws CapstanError `NOT_QUEUED` if the message was already sent. */
  removeQueued(id: string, messageId: string): void {
    if (this.#inMemory(this.#record(id))?.queue.remove(messageId)) return
    throw notQueued(messageId)
  }

  #record(id: string): ThreadRecord {
    const record = this.#options.store.get(id)
    if (record !== undefined) return record
    throw new CapstanError('UNKNOWN_THREAD', `No thread has the id ${JSON.stringify(id)}`, {
      hint: 'List the threads with GET /api/threads.',
    })
  }

  #inMemory({ id, agent }: ThreadRecord): Thread | undefined {
    return this.#options.agents.get(agent)?.find(id)
  }

  /** Whether the session can be written to: sessions in memory do not survive a restart. */
  #isKnown(sessionId: string): boolean {
    return this.#options.sessions.sessions.records().some(({ identity }) => identity.id === sessionId)
  }

  /** `elsewhere` is the status of a thread that is not in memory here. */
  #report(record: ThreadRecord, elsewhere: ThreadStatus = 'idle'): ThreadReport {
    const { id, agent, title, createdAt, updatedAt, isArchived, origin, settings } = record
    const thread = this.#inMemory(record)
    return {
      id,
      agent,
      title,
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
      isArchived,
      status: thread === undefined ? elsewhere : statusOf(thread),
      ...(origin === undefined || !this.#isKnown(origin.identity.id)
        ? {}
        : { session: `@${origin.identity.handle}` }),
      settings,
      queue: thread?.queue.messages ?? [],
    }
  }
}

/** The place of a thread in the list, from the `next` of a page. */
function placeOf(cursor: string): Pick<ThreadRecord, 'id' | 'updatedAt'> {
  const [, updatedAt, id] = /^(\d+):(.*)$/s.exec(cursor) ?? []
  if (updatedAt !== undefined && id !== undefined) return { updatedAt: Number(updatedAt), id }
  throw new CapstanError('VALIDATION_ERROR', 'before is not the next of a page', {
    hint: 'Omit before to get the first page.',
  })
}

function notQueued(messageId: string): CapstanError {
  return new CapstanError('NOT_QUEUED', `The message ${JSON.stringify(messageId)} is not queued`, {
    hint: 'A message that was sent cannot be changed.',
  })
}
