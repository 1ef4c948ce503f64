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
