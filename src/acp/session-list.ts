import { CapstanError } from '../core/capstan-error.ts'
import type { SessionInfo } from './session-options.ts'

/** A page of stored sessions, and the cursor of the next page. */
export interface SessionPage {
  readonly sessions: readonly SessionInfo[]
  readonly nextCursor?: string
}

/** Reads a response to `session/list`. @throws CapstanError `PROTOCOL_ERROR` for a malformed response. */
export function readSessionPage(agent: string, answer: unknown): SessionPage {
  const { sessions, nextCursor } = (answer ?? {}) as Record<string, unknown>
  if (!Array.isArray(sessions)) {
    throw new CapstanError('PROTOCOL_ERROR', `${agent} answered session/list without sessions`)
  }
  return {
    sessions: sessions.flatMap(readSession),
    ...(typeof nextCursor === 'string' ? { nextCursor } : {}),
  }
}

/** All sessions, page by page. */
export async function* sessionsOfAllPages(
  list: (from: { cursor?: string }) => Promise<SessionPage>,
): AsyncGenerator<SessionInfo, void> {
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await list(cursor === undefined ? {} : { cursor })
    yield* page.sessions
    cursor = page.nextCursor
    // A repeated cursor would loop forever.
    if (cursor !== undefined && seen.has(cursor)) return
    if (cursor !== undefined) seen.add(cursor)
  } while (cursor !== undefined)
}

function readSession(session: unknown): SessionInfo[] {
  const { sessionId, cwd, title, updatedAt } = (session ?? {}) as Record<string, unknown>
  if (typeof sessionId !== 'string' || typeof cwd !== 'string') return []
  return [
    {
      sessionId,
      cwd,
      ...(typeof title === 'string' ? { title } : {}),
      ...(typeof updatedAt === 'string' ? { updatedAt } : {}),
    },
  ]
}
