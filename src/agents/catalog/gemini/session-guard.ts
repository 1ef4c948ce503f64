import { access, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CapstanError } from '../../../core/capstan-error.ts'
import type { SessionGuard } from '../../command-line/session-guard.ts'
import { type SessionFile, sessionFiles } from './session-files.ts'

/**
 * Before Gemini loads a session over ACP, it opens an empty chat in a file named by the minute and the first characters
 * of the id. In the minute of the session's own file, this overwrites the session. Later, it leaves a second file, and
 * the next start in the folder deletes both. So Capstan renames the session's file to an earlier minute before the load
 * and removes the empty file after it.
 */
export const guardGeminiSession: SessionGuard = async (session) => {
  const files = await sessionFiles(session).catch(unprotected)
  await removeEmpty(files).catch(unprotected)
  for (const { path, hasTurns } of files) if (hasTurns) await moveBack(path).catch(unprotected)
  return async () => removeEmpty(await sessionFiles(session)).catch(unprotected)
}

function unprotected(cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause)
  throw new CapstanError('AGENT_NOT_STARTED', `Gemini could delete the stored session: ${why}`, {
    hint: 'Make the files below ~/.gemini/tmp readable and writable, then try again.',
    cause,
  })
}

/** Removes an empty file only if another file holds the session. */
async function removeEmpty(files: readonly SessionFile[]): Promise<void> {
  if (!files.some(({ hasTurns }) => hasTurns)) return
  for (const { path, hasTurns } of files) if (!hasTurns) await rm(path, { force: true })
}

const minutePattern = /^session-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2})-/

/** Renames a file of the current minute to an earlier one; Gemini sorts sessions by file content, not by name. */
async function moveBack(path: string): Promise<void> {
  const name = basename(path)
  const minute = minutePattern.exec(name)?.[1]
  if (minute === undefined || minute < minuteOf(Date.now())) return
  for (let before = 1; ; before++) {
    const earlier = minuteOf(Date.now() - before * 60_000)
    const other = join(dirname(path), name.replace(minute, earlier))
    const isTaken = await access(other).then(
      () => true,
      () => false,
    )
    if (!isTaken) return rename(path, other)
  }
}

function minuteOf(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace(':', '-')
}
