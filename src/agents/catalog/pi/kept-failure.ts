import { readdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fieldsOf, textOf } from '../../command-line/read-values.ts'
import { type AgentFailure, wordedFailure } from '../../command-line/provider-failure.ts'
import type { StoredSession } from '../../command-line/stored-usage.ts'

/** The error of the last answer in the session's file, which has the session id in its name, in one folder per cwd. */
export async function readKeptFailure({
  sessionId,
  environment,
}: StoredSession): Promise<AgentFailure | undefined> {
  const { PI_CODING_AGENT_DIR: own, HOME: home = homedir() } = environment
  const sessions = join(own ?? join(home, '.pi', 'agent'), 'sessions')
  try {
    const files = await readdir(sessions, { recursive: true })
    const file = files.find((path) => path.endsWith(`_${sessionId}.jsonl`))
    const message = file === undefined ? undefined : lastError(await readFile(join(sessions, file), 'utf8'))
    return message === undefined ? undefined : wordedFailure(message)
  } catch {
    // Without the file, the failure is unknown.
    return undefined
  }
}

function lastError(lines: string): string | undefined {
  const last = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => fieldsOf(fieldsOf(JSON.parse(line)).message))
    .findLast(({ role }) => role === 'assistant')
  return textOf(last?.errorMessage)
}
