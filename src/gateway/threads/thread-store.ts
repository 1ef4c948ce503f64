import type { HistoryChanges, PlacedMessage } from '../ag-ui/history.ts'
import type { SharedThreads } from './shared/shared-threads.ts'
import type { ThreadQuery, ThreadRecord } from './thread-record.ts'

export type { ThreadQuery, ThreadRecord } from './thread-record.ts'

/** Stores threads and their transcripts, so that they survive a restart. */
export interface ThreadStore {
  /** Present in a store that several gateways share: `enter` a thread before `get` and `messages`. */
  readonly shared?: SharedThreads
  get(id: string): ThreadRecord | undefined
  put(record: ThreadRecord): void
  /** Removes the thread and its messages. */
  remove(id: string): void
  /** The most recently updated first. */
  list(query: ThreadQuery): ThreadRecord[]
  /** In the order of their positions. */
  messages(id: string): PlacedMessage[]
  saveMessages(id: string, changes: HistoryChanges): void
  /** A shared store writes what is pending first. */
  close(): void | Promise<void>
}

/** What a store in memory holds at most. */
export interface MemoryLimits {
  readonly threads: number
  /** Characters of all messages, as JSON. */
  readonly characters: number
}

const defaultLimits: MemoryLimits = { threads: 5000, characters: 100_000_000 }

interface StoredThread {
  record: ThreadRecord
  readonly messages: Map<string, PlacedMessage>
  /** The length of each message. */
  readonly lengths: Map<string, number>
}

/** A store in memory. Above a limit, it drops the threads that were stored least recently. */
export function memoryThreadStore(limits: MemoryLimits = defaultLimits): ThreadStore {
  const threads = new Map<string, StoredThread>()
  let characters = 0
  const count = ({ lengths }: StoredThread, id: string, length: number): void => {
    characters += length - (lengths.get(id) ?? 0)
    if (length === 0) lengths.delete(id)
    else lengths.set(id, length)
  }
  const remove = (id: string): void => {
    const thread = threads.get(id)
    for (const message of thread?.lengths.keys() ?? []) if (thread !== undefined) count(thread, message, 0)
    threads.delete(id)
  }
  /** The thread stored last stays, whatever its length: a transcript has limits of its own. */
  const trim = (): void => {
    for (const id of threads.keys()) {
      const isWithin = threads.size <= limits.threads && characters <= limits.characters
      if (isWithin || threads.size === 1) return
      remove(id)
    }
  }
  return {
    get: (id) => threads.get(id)?.record,
    put: (record) => {
      const { messages = new Map<string, PlacedMessage>(), lengths = new Map<string, number>() } =
        threads.get(record.id) ?? {}
      threads.delete(record.id)
      threads.set(record.id, { record, messages, lengths })
      trim()
    },
    remove,
    list: (query) => listOf(threads.values(), query),
    messages: (id) =>
      [...(threads.get(id)?.messages.values() ?? [])]
        .toSorted((one, other) => one.position - other.position)
        .map((placed) => structuredClone(placed)),
    saveMessages: (id, { put, removed }) => {
      const thread = threads.get(id)
      if (thread === undefined) return
      for (const gone of removed) {
        thread.messages.delete(gone)
        count(thread, gone, 0)
      }
      for (const placed of put) {
        thread.messages.set(placed.message.id, placed)
        count(thread, placed.message.id, JSON.stringify(placed.message).length)
      }
      // Its messages are the newest: other threads are dropped first.
      threads.delete(id)
      threads.set(id, thread)
      trim()
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
