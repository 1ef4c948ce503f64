import { invalidParams } from '../wire/rpc-error.ts'
import type { StoredSession } from './session-store.ts'
import type { JsonObject } from '../wire/wire.ts'

const pageSize = 20

/** One page of the sessions; the cursor is where the next one begins. */
export function pageOf(
  sessions: readonly StoredSession[],
  { cwd, cursor }: { cwd?: string; cursor?: string },
): JsonObject {
  const start = cursor === undefined ? 0 : startOf(cursor)
  const matching = sessions.filter((session) => cwd === undefined || session.cwd === cwd)
  const page = matching.slice(start, start + pageSize)
  const end = start + page.length
  return {
    sessions: page.map(({ id, cwd: folder, additionalDirectories, title, updatedAt }) => ({
      sessionId: id,
      cwd: folder,
      ...(additionalDirectories.length === 0 ? {} : { additionalDirectories }),
      ...(title === undefined ? {} : { title }),
      updatedAt,
    })),
    ...(end < matching.length ? { nextCursor: Buffer.from(`at:${end}`).toString('base64url') } : {}),
  }
}

function startOf(cursor: string): number {
  const [, start] = /^at:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (start === undefined) throw invalidParams('cursor is not one that was given')
  return Number(start)
}
