import type { SessionSettings } from '../../run/api/session-settings.ts'
import type { AgentSnapshot } from '../../sessions/agent/agent-snapshot.ts'
import type { HistoryChanges, PlacedMessage } from '../ag-ui/history.ts'

/** The stored data of a thread, without its messages. */
export interface ThreadRecord {
  readonly id: string
  readonly agent: string
  readonly title: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly isArchived: boolean
  /** The data to resume the thread's session, once the agent has started. */
  readonly origin?: AgentSnapshot
  /** Settings that clients have chosen. */
  readonly settings: SessionSettings
  /** The last state of the session, such as its model and usage. */
  readonly state: Readonly<Record<string, unknown>>
}

export interface ThreadQuery {
  readonly agent?: string | undefined
  /** Searches titles and messages, ignoring case. */
  readonly search?: string | undefined
  /** Whether archived threads are listed instead of the others. */
  readonly isArchived: boolean
  readonly limit: number
  /** Only threads after this one in the list. */
  readonly after?: Pick<ThreadRecord, 'id' | 'updatedAt'> | undefined
}

/** Stores threads and their transcripts, so that they survive a restart. */
export interface ThreadStore {
  get(id: string): ThreadRecord | undefined
  put(record: ThreadRecord): void
  /** Removes the thread and its messages. */
  remove(id: string): void
  /** The most recently updated first. */
  list(query: ThreadQuery): ThreadRecord[]
  /** In the order of their positions. */
  messages(id: string): PlacedMessage[]
  saveMessages(id: string, changes: HistoryChanges): void
  close(): void
}

const mostThreads = 5000

interface StoredThread {
  record: ThreadRecord
  readonly messages: Map<string, PlacedMessage>
}

/** A store in memory; drops the least recently stored thread above 5000. */
export function memoryThreadStore(): ThreadStore {
  const threads = new Map<string, StoredThread>()
  return {
    get: (id) => threads.get(id)?.record,
    put: (record) => {
      const messages = threads.get(record.id)?.messages ?? new Map<string, PlacedMessage>()
      threads.delete(record.id)
      threads.set(record.id, { record, messages })
      const [oldest] = threads.keys()
      if (threads.size > mostThreads && oldest !== undefined) threads.delete(oldest)
    },
    remove: (id) => void threads.delete(id),
    list: (query) => listOf(threads.values(), query),
    messages: (id) =>
      [...(threads.get(id)?.messages.values() ?? [])]
        .toSorted((one, other) => one.position - other.position)
        .map((placed) => structuredClone(placed)),
    saveMessages: (id, { put, removed }) => {
      const messages = threads.get(id)?.messages
      if (messages === undefined) return
      for (const gone of removed) messages.delete(gone)
      for (const placed of put) messages.set(placed.message.id, placed)
    },
    close: () => undefined,
  }
}

function listOf(
  threads: Iterable<StoredThread>,
  { agent, search, isArchived, limit, after }: ThreadQuery,
): ThreadRecord[] {
  const lowered = search?.toLowerCase()
  return [...threads]
    .filter(({ record }) => record.isArchived === isArchived && (agent ?? record.agent) === record.agent)
    .filter(({ record, messages }) => lowered === undefined || mentions(lowered, record, messages.values()))
    .map(({ record }) => record)
    .toSorted(compareThreads)
    .filter((record) => after === undefined || compareThreads(after, record) < 0)
    .slice(0, limit)
}

type Place = Pick<ThreadRecord, 'id' | 'updatedAt'>

/** The order of a list: the most recently updated first, then by id. */
function compareThreads(one: Place, other: Place): number {
  return other.updatedAt - one.updatedAt || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
}

function mentions(lowered: string, { title }: ThreadRecord, messages: Iterable<PlacedMessage>): boolean {
  if (title.toLowerCase().includes(lowered)) return true
  for (const { message } of messages) if (textOf(message).toLowerCase().includes(lowered)) return true
  return false
}

/** The searchable text of a message. */
export function textOf({ content }: PlacedMessage['message']): string {
  return typeof content === 'string' ? content : JSON.stringify(content ?? '')
}
