import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { defaultOptions, type SessionOptions } from './session-options.ts'
import type { Block, ToolCall } from '../wire/wire.ts'

/** One entry of a session's history: a whole message or tool call. */
export type HistoryEntry =
  | { type: 'user'; messageId: string; content: readonly Block[] }
  | { type: 'agent' | 'thought'; messageId: string; text: string }
  | { type: 'tool'; call: ToolCall }

/** The stored data of a session. */
export interface StoredSession {
  id: string
  cwd: string
  additionalDirectories: readonly string[]
  title?: string
  updatedAt: string
  options: SessionOptions
  /** Tokens of all its turns. */
  tokens: number
  history: readonly HistoryEntry[]
}

/** A line of the file: a change of the session, or an entry of its history. */
type Line = { at: string } & Partial<Omit<StoredSession, 'id' | 'history' | 'updatedAt'>> & {
    entry?: HistoryEntry
  }

const idForm = /^sim_[0-9A-Z]+$/

/** Sessions as JSON Lines files, so that another process can resume them. */
export class SessionStore {
  readonly #folder: string

  constructor(folder = defaultFolder()) {
    this.#folder = folder
  }

  /** Adds a line; the first one creates the session. */
  append(id: string, change: Omit<Line, 'at'>): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const line: Line = { at: new Date().toISOString(), ...change }
    appendFileSync(this.#file(id), `${JSON.stringify(line)}\n`, { mode: 0o600 })
  }

  read(id: string): StoredSession | undefined {
    // An id becomes a file name, so it must not contain a path.
    if (!idForm.test(id)) return undefined
    let text: string
    try {
      text = readFileSync(this.#file(id), 'utf8')
    } catch {
      return undefined
    }
    return fold(id, text)
  }

  /** All sessions, the most recently used first. */
  list(): StoredSession[] {
    let names: string[]
    try {
      names = readdirSync(this.#folder)
    } catch {
      return []
    }
    return names
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => this.read(name.slice(0, -'.jsonl'.length)) ?? [])
      .toSorted((one, other) => (orderOf(one) < orderOf(other) ? 1 : -1))
  }

  delete(id: string): void {
    rmSync(this.#file(id), { force: true })
  }

  #file(id: string): string {
    return join(this.#folder, `${id}.jsonl`)
  }
}

/** Ids sort by creation, which decides within a millisecond. */
function orderOf({ updatedAt, id }: StoredSession): string {
  return `${updatedAt} ${id}`
}

function fold(id: string, text: string): StoredSession {
  const lines = text.split('\n').flatMap(parsed)
  const history = lines.flatMap(({ entry }) => entry ?? [])
  return lines.reduce<StoredSession>(
    (session, { at, entry: _entry, ...change }) => ({ ...session, ...change, updatedAt: at }),
    { ...emptySession(id), history },
  )
}

/** A session without a history. */
export function emptySession(id: string): StoredSession {
  return {
    id,
    cwd: '/',
    additionalDirectories: [],
    updatedAt: '',
    options: defaultOptions,
    tokens: 0,
    history: [],
  }
}

/** A process that was killed while writing leaves an incomplete line, which is skipped. */
function parsed(line: string): Line[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as Line]
  } catch {
    return []
  }
}

function defaultFolder(): string {
  return join(tmpdir(), `capstan-sim-${process.getuid?.() ?? userInfo().username}`)
}
