import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { errorText } from '../api/request.ts'
import { changeThread, deleteThread, listThreads } from '../api/threads.ts'
import {
  emptyList,
  isMoving,
  type ListedThread,
  type ThreadList,
  withChanged,
  withNewest,
  withOlder,
  withoutThread,
} from '../state/threads/thread-list.ts'

export interface Threads {
  readonly list: ThreadList
  readonly search: string
  readonly showsArchived: boolean
  readonly error?: string | undefined
  readonly find: (search: string) => void
  readonly showArchived: (isShown: boolean) => void
  readonly loadOlder: () => Promise<void>
  readonly rename: (id: string, title: string) => Promise<void>
  readonly archive: (thread: ListedThread) => Promise<void>
  readonly remove: (id: string) => Promise<void>
}

/** Time after the last key before a search starts. */
const typingMs = 200
/** Time between two reloads while threads are running or waiting. */
const movingMs = 3000

/** The threads of the gateway; loaded again when `moment` changes and while one of them is running. */
export function useThreads({ isShown, moment }: { isShown: boolean; moment: string }): Threads {
  const [list, setList] = useState(emptyList)
  const [search, setSearch] = useState('')
  const [showsArchived, setShowsArchived] = useState(false)
  const [error, setError] = useState<string>()
  /** Answers of an earlier search are dropped. */
  const latest = useRef(0)

  const load = useCallback(async () => {
    const turn = ++latest.current
    try {
      const page = await listThreads({ search, isArchived: showsArchived })
      if (turn !== latest.current) return
      setList((before) => withNewest(before, page))
      setError(undefined)
    } catch (problem) {
      if (turn === latest.current) setError(errorText(problem))
    }
  }, [search, showsArchived])

  useEffect(() => {
    if (!isShown) return undefined
    const timer = setTimeout(() => void load(), search === '' ? 0 : typingMs)
    const onFocus = (): void => void load()
    addEventListener('focus', onFocus)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', onFocus)
    }
  }, [isShown, load, moment, search])

  const moves = isShown && isMoving(list)
  useEffect(() => {
    if (!moves) return undefined
    const timer = setInterval(() => void load(), movingMs)
    return () => clearInterval(timer)
  }, [moves, load])

  /** Shows the error of an action; the list stays as it was. */
  const attempt = async (work: () => Promise<ThreadList>): Promise<void> => {
    try {
      setList(await work())
      setError(undefined)
    } catch (problem) {
      setError(errorText(problem))
    }
  }
  const startOver = (): void => setList(emptyList)
  return {
    list,
    search,
    showsArchived,
    error,
    find: (text) => {
      startOver()
      setSearch(text)
    },
    showArchived: (isArchived) => {
      startOver()
      setShowsArchived(isArchived)
    },
    loadOlder: () =>
      attempt(async () =>
        withOlder(list, await listThreads({ search, isArchived: showsArchived, before: list.next })),
      ),
    rename: (id, title) =>
      attempt(async () => withChanged(list, await changeThread(id, { title }), { showsArchived })),
    archive: ({ id, isArchived }) =>
      attempt(async () =>
        withChanged(list, await changeThread(id, { isArchived: !isArchived }), { showsArchived }),
      ),
    remove: (id) =>
      attempt(async () => {
        await deleteThread(id)
        return withoutThread(list, id)
      }),
  }
}
