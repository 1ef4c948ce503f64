import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { RunUsage, TokenUsage } from '../../events/usage.ts'
import { type Fields, fieldsOf, present } from './read-values.ts'

/** A session that an agent stored on this machine. */
export interface StoredSession {
  readonly sessionId: string
  /** The agent's environment, which names the folder of its files. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Reads the usage of a session since its start; undefined if the agent's files do not hold it. */
export type ReadStoredUsage = (session: StoredSession) => Promise<RunUsage | undefined>

/** The folder in a variable, or else a folder in the agent's home. */
export function storeFolder(
  { environment }: Pick<StoredSession, 'environment'>,
  { variable, inHome }: { variable?: string; inHome: string },
): string {
  const named = variable === undefined ? undefined : environment[variable]
  return named || join(environment['HOME'] || environment['USERPROFILE'] || homedir(), inHome)
}

/** The newest matching session file by name, below the folder; undefined if there is none. */
export async function findStoredFile(
  folder: string,
  fits: (name: string) => boolean,
): Promise<string | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile() && fits(entry.name))
  return paths
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .at(-1)
}

/** Calls back for each JSON object line that contains the text. Skips a line that is still being written. */
export async function readStoredLines(
  path: string,
  text: string,
  onLine: (line: Fields) => void,
): Promise<void> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })
  for await (const line of lines) if (line.includes(text)) onLine(parsed(line))
}

function parsed(line: string): Fields {
  try {
    return fieldsOf(JSON.parse(line))
  } catch {
    return {}
  }
}

const fields = ['total', 'input', 'output', 'thinking', 'cacheRead', 'cacheWrite'] as const

/** Adds two counts field by field; omits fields that neither has. */
export function sumTokens(first: TokenUsage, second: TokenUsage): TokenUsage {
  const sums = fields.map((field) => {
    const [left, right] = [first[field], second[field]]
    return [
      field,
      left === undefined && right === undefined ? undefined : (left ?? 0) + (right ?? 0),
    ] as const
  })
  return present<TokenUsage>(Object.fromEntries(sums))
}
