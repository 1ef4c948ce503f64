import { readdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fieldsOf, textOf } from '../../command-line/read-values.ts'
import { type AgentFailure, wordedFailure } from '../../command-line/provider-failure.ts'
import type { StoredSession } from '../../command-line/stored-usage.ts'

/** The error of the last answer in the session's file, which is named by the session's id and lies in a folder per cwd. */
export async function readKeptFailure({
  sessionId,
  environment,
}: StoredSession): Promise<AgentFailure | undefined> {
  const { PI_CODING_AGENT_DIR: own, HOME: home = homedir() } = environment
  const sessions = join(own ?? join(home, '.pi', 'agent'), 'sessions')
  try {
    const files = await readdir(sessions, { recursive: true })
    const file = files.find((path) => path.endsWith(`_${sessionId}.jsonl`))
    const words = file === undefined ? undefined : lastError(await readFile(join(sessions, file), 'utf8'))
    return words === undefined ? undefined : wordedFailure(words)
  } catch {
    // Without the file there is only the silence.
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
