import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { RunUsage, TokenUsage } from '../../events/usage.ts'
import { type Fields, fieldsOf, present } from './read-values.ts'

/** A session as an agent keeps it on this machine. */
export interface StoredSession {
  readonly sessionId: string
  /** The variables the agent was started with: they say where its files are. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Reads what a session has used since its beginning; undefined when the agent's files do not say it. */
export type ReadStoredUsage = (session: StoredSession) => Promise<RunUsage | undefined>

/** A folder that a variable names, otherwise one in the home of the agent. */
export function storeFolder(
  { environment }: Pick<StoredSession, 'environment'>,
  { variable, inHome }: { variable?: string; inHome: string },
): string {
  const named = variable === undefined ? undefined : environment[variable]
  return named || join(environment['HOME'] || environment['USERPROFILE'] || homedir(), inHome)
}

/** The file of a session: the newest by name below the folder that fits; undefined without one. */
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

/** Calls for each line of a file that holds one of the words and is a JSON object. A line still being written is left out. */
export async function readStoredLines(
  path: string,
  word: string,
  onLine: (line: Fields) => void,
): Promise<void> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })
  for await (const line of lines) if (line.includes(word)) onLine(parsed(line))
}

function parsed(line: string): Fields {
  try {
    return fieldsOf(JSON.parse(line))
  } catch {
    return {}
  }
}

const fields = ['total', 'input', 'output', 'thinking', 'cacheRead', 'cacheWrite'] as const

/** Adds two counts field by field; what neither has stays away. */
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
