import type { ListedThread, ThreadPage } from '../state/threads/thread-list.ts'
import { getJson, refusalOf } from './request.ts'

export interface ThreadQuery {
  readonly search: string
  readonly isArchived: boolean
  /** Cursor of older threads. */
  readonly before?: string | undefined
}

/** @throws RequestError */
export async function listThreads({ search, isArchived, before }: ThreadQuery): Promise<ThreadPage> {
  const query = new URLSearchParams({
    limit: '50',
    ...(search === '' ? {} : { search }),
    ...(isArchived ? { archived: 'true' } : {}),
    ...(before === undefined ? {} : { before }),
  })
  return await getJson<ThreadPage>(`/api/threads?${query.toString()}`)
}

/** Renames, archives or restores a thread. @throws RequestError */
export async function changeThread(
  id: string,
  change: Partial<Pick<ListedThread, 'title' | 'isArchived'>>,
): Promise<ListedThread> {
  const response = await fetch(pathOf(id), {
    method: 'PATCH',
    body: JSON.stringify(change),
    headers: { 'content-type': 'application/json' },
  })
  if (!response.ok) throw await refusalOf(response)
  return (await response.json()) as ListedThread
}

/** Stops the agent and deletes the thread with its messages. @throws RequestError */
export async function deleteThread(id: string): Promise<void> {
  const response = await fetch(pathOf(id), { method: 'DELETE' })
  if (!response.ok) throw await refusalOf(response)
}

function pathOf(id: string): string {
  return `/api/threads/${encodeURIComponent(id)}`
}
