import { QuietMoment } from '../run/quiet-moment.ts'
import type { ThreadRecord, ThreadStore } from './threads/thread-store.ts'

/**
 * Writes the records of threads after the requests that arrive together have got their first event: a write to a file would
 * delay it for all that follow. Everything else that the store does sees the records at once.
 */
export function deferRecords(store: ThreadStore): ThreadStore {
  // A shared store writes in the background already.
  if (store.shared !== undefined) return store
  const waiting = new Map<string, ThreadRecord>()
  const quiet = new QuietMoment()
  /** @throws what a failed write throws; the record stays for the next one. */
  const write = (): void => {
    for (const [id, record] of waiting) {
      store.put(record)
      waiting.delete(id)
    }
  }
  /** The end of a run writes again, and reports the failure. */
  const tryWrite = (): void => {
    try {
      write()
    } catch {
      // The record still waits.
    }
  }
  return {
    get: (id) => waiting.get(id) ?? store.get(id),
    put: (record) => {
      const isFirst = waiting.size === 0
      waiting.set(record.id, record)
      if (isFirst) void quiet.wait().then(tryWrite)
      else quiet.arrive()
    },
    remove: (id) => {
      waiting.delete(id)
      store.remove(id)
    },
    list: (query) => {
      tryWrite()
      return store.list(query)
    },
    messages: (id) => store.messages(id),
    saveMessages: (id, changes) => {
      // Messages belong to a stored record.
      write()
      store.saveMessages(id, changes)
    },
    close: () => {
      tryWrite()
      return store.close()
    },
  }
}
