import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { defaultOptions, type SessionOptions } from './session-options.ts'
import type { Block, ToolCall } from '../wire/wire.ts'

/** One thing that was said or done in a session, whole. */
export type HistoryEntry =
  | { type: 'user'; messageId: string; content: readonly Block[] }
  | { type: 'agent' | 'thought'; messageId: string; text: string }
  | { type: 'tool'; call: ToolCall }

/** What is kept of a session. */
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

/** What a line changes, or adds to the history. */
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

  /** Adds a line; the first one makes the session. */
  append(id: string, change: Omit<Line, 'at'>): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const line: Line = { at: new Date().toISOString(), ...change }
    appendFileSync(this.#file(id), `${JSON.stringify(line)}\n`, { mode: 0o600 })
  }

  read(id: string): StoredSession | undefined {
    // An id becomes the name of a file: nothing else may get there.
    if (!idForm.test(id)) return undefined
    let text: string
    try {
      text = readFileSync(this.#file(id), 'utf8')
    } catch {
      return undefined
    }
    return fold(id, text)
  }

  /** All sessions, the one that was used last first. */
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

/** Ids are in the order they were made, which decides within a millisecond. */
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

/** A session in which nothing was said yet. */
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

/** A process that was ended while it wrote leaves half a line, which is not missed. */
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
