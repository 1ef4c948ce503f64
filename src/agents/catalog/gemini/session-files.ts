import { readdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isRecord } from '../../../core/is-record.ts'
import type { StoredSession } from '../../command-line/session-guard.ts'

/** One file of a session. A session has one file, plus an empty one for each load over ACP. */
export interface SessionFile {
  readonly path: string
  /** Whether the file has messages. */
  readonly hasTurns: boolean
}

/** The files of a session in any project. */
export async function sessionFiles({ sessionId, environment }: StoredSession): Promise<SessionFile[]> {
  const home = environment['GEMINI_CLI_HOME'] || environment['HOME'] || homedir()
  const projects = join(home, '.gemini', 'tmp')
  const endings = ['.jsonl', '.json'].map((ending) => `-${sessionId.slice(0, 8)}${ending}`)
  const files: SessionFile[] = []
  for (const project of await namesIn(projects)) {
    const folder = join(projects, project, 'chats')
    for (const name of await namesIn(folder)) {
      if (!name.startsWith('session-') || !endings.some((ending) => name.endsWith(ending))) continue
      const path = join(folder, name)
      const records = recordsOf(await readFile(path, 'utf8'))
      if (records.some((record) => record['sessionId'] === sessionId)) {
        files.push({ path, hasTurns: records.some(holdsTurns) })
      }
    }
  }
  return files
}

/** A file of an unused session has one message: the context of its start. */
function holdsTurns(record: Record<string, unknown>): boolean {
  const { $set: update, messages } = record
  if (typeof record['id'] === 'string' && typeof record['type'] === 'string') return true
  const listed = isRecord(update) ? update['messages'] : messages
  return Array.isArray(listed) && listed.length > 1
}

/** Old files are one JSON document; newer files have one record per line. */
function recordsOf(text: string): Record<string, unknown>[] {
  const whole = parsed(text)
  return (whole === undefined ? text.split('\n').map(parsed) : [whole]).filter(isRecord)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
