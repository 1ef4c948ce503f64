import type { ThreadReport } from '../../../gateway/threads/gateway-threads.ts'

/** The part of a thread that the list shows. */
export type ListedThread = Omit<ThreadReport, 'session' | 'settings' | 'queue'>

/** An answer of `GET /api/threads`. */
export interface ThreadPage {
  readonly threads: readonly ListedThread[]
  /** Cursor of older threads, if there are any. */
  readonly next?: string
}

/** The threads on the page, newest first. */
export interface ThreadList extends ThreadPage {
  readonly isLoaded: boolean
}

export const emptyList: ThreadList = { threads: [], isLoaded: false }

/** The list after its first page was loaded again. Older threads that were loaded before stay. */
export function withNewest(list: ThreadList, { threads, next }: ThreadPage): ThreadList {
  const last = threads.at(-1)
  const fresh = new Set(threads.map(({ id }) => id))
  const older =
    last === undefined || next === undefined
      ? []
      : list.threads.filter(({ id, updatedAt }) => !fresh.has(id) && updatedAt < last.updatedAt)
  const cursor = older.length > 0 ? list.next : next
  return {
    threads: [...threads, ...older],
    isLoaded: true,
    ...(cursor === undefined ? {} : { next: cursor }),
  }
}

/** The list with a page of older threads. */
export function withOlder(list: ThreadList, { threads, next }: ThreadPage): ThreadList {
  const known = new Set(list.threads.map(({ id }) => id))
  const added = threads.filter(({ id }) => !known.has(id))
  return {
    threads: [...list.threads, ...added],
    isLoaded: true,
    ...(next === undefined ? {} : { next }),
  }
}

/** The list after a thread was renamed, archived or restored; it may no longer belong to the list. */
export function withChanged(
  list: ThreadList,
  thread: ListedThread,
  { showsArchived }: { showsArchived: boolean },
): ThreadList {
  const threads =
    thread.isArchived === showsArchived
      ? list.threads.map((one) => (one.id === thread.id ? thread : one))
      : list.threads.filter(({ id }) => id !== thread.id)
  return { ...list, threads }
}

export function withoutThread(list: ThreadList, id: string): ThreadList {
  return { ...list, threads: list.threads.filter((one) => one.id !== id) }
}

/** Whether a thread changes by itself, so that the list has to be loaded again. */
export function isMoving({ threads }: ThreadList): boolean {
  return threads.some(({ status }) => status !== 'idle')
}

/** Threads of about the same age. */
export interface ThreadGroup {
  readonly name: string
  readonly threads: readonly ListedThread[]
}

const dayMs = 24 * 60 * 60_000

/** Groups threads by the day of their last change, in local time. */
export function groupByAge(threads: readonly ListedThread[], now: Date): ThreadGroup[] {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const groups = Map.groupBy(threads, ({ updatedAt }) => {
    const at = Date.parse(updatedAt)
    if (at >= today) return 'Today'
    if (at >= today - dayMs) return 'Yesterday'
    return at >= today - 7 * dayMs ? 'Previous 7 days' : 'Older'
  })
  return Array.from(groups, ([name, own]) => ({ name, threads: own }))
}

export function titleOf({ title }: Pick<ListedThread, 'title'>): string {
  return title.trim() === '' ? 'Untitled chat' : title
}
