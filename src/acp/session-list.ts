import { CapstanError } from '../core/capstan-error.ts'
import type { SessionInfo } from './session-options.ts'

/** Some of the sessions an agent keeps, and where the next ones begin. */
export interface SessionPage {
  readonly sessions: readonly SessionInfo[]
  readonly nextCursor?: string
}

/** Reads an answer to `session/list`. @throws CapstanError `PROTOCOL_ERROR` for one that is none. */
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
