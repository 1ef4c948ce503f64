import { getJson, refusalOf } from './request.ts'

interface QueueReport {
  readonly status: string
  /** When its last run started, of this client or another. */
  readonly updatedAt: string
  readonly queue: readonly { readonly id: string; readonly text: string }[]
}

/** The queued messages of a thread; undefined if the gateway does not know the thread. */
export async function queueOf(threadId: string): Promise<QueueReport | undefined> {
  try {
    const { status = '', updatedAt = '', queue = [] } = await getJson<Partial<QueueReport>>(pathOf(threadId))
    return { status, updatedAt, queue }
  } catch {
    return undefined
  }
}

/** Replaces the text of a queued message. @throws RequestError `not_queued` once it was sent. */
export async function editQueued(threadId: string, messageId: string, text: string): Promise<void> {
  const body = JSON.stringify({ text })
  await change(`${pathOf(threadId)}/queue/${encodeURIComponent(messageId)}`, {
    method: 'PUT',
    body,
    headers: { 'content-type': 'application/json' },
  })
}

/** Removes a queued message. @throws RequestError `not_queued` once it was sent. */
export async function removeQueued(threadId: string, messageId: string): Promise<void> {
  await change(`${pathOf(threadId)}/queue/${encodeURIComponent(messageId)}`, { method: 'DELETE' })
}

async function change(path: string, init: RequestInit): Promise<void> {
  const response = await fetch(path, init)
  if (!response.ok) throw await refusalOf(response)
}

function pathOf(threadId: string): string {
  return `/api/threads/${encodeURIComponent(threadId)}`
}
