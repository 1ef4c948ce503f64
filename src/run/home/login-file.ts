import { dirname } from 'node:path'
import { isRecord } from '../../core/is-record.ts'
import { writeWhole } from '../../core/files/write-whole.ts'

const { mkdirSync, readFileSync, statSync, writeFileSync } = process.getBuiltinModule('node:fs')

export interface LoginFileOptions {
  /** The user's file. */
  readonly from: string
  /** The file that the agent sees. */
  readonly to: string
  /** The text for the agent, without keys. */
  readonly hidden: (text: string) => string
  /** The text with the keys. */
  readonly restored: (text: string) => string
  /** The agent sees the file through a mount of its own, so that it cannot be replaced. */
  readonly isMounted: boolean
}

/**
 * The login of a run: a copy of the user's file. A token that the agent refreshes reaches the user's file, and one that
 * another program refreshes reaches the agent.
 */
export class LoginFile {
  readonly #options: LoginFileOptions
  /** What the user's file held after the last exchange. */
  #known: string | undefined
  /** What the agent's file held then. */
  #given: string | undefined

  constructor(options: LoginFileOptions) {
    this.#options = options
    this.#known = textOf(options.from)
    mkdirSync(dirname(options.to), { recursive: true, mode: 0o700 })
    if (this.#known !== undefined) this.#give(this.#known)
  }

  /** Carries a change from one file to the other; of two changes, the later one counts. */
  exchange(): void {
    const { from, to, restored } = this.#options
    const [theirs, own] = [textOf(from), textOf(to)]
    const isChanged =
      own !== undefined &&
      own !== this.#given &&
      isWhole(own, to) &&
      !(this.#known === undefined && theirs === undefined && isEmpty(own))
    const isTheirsChanged = theirs !== undefined && theirs !== this.#known && isWhole(theirs, from)
    if (isChanged && !(isTheirsChanged && timeOf(from) > timeOf(to))) {
      this.#given = own
      this.#known = restored(own)
      writeWhole(from, this.#known)
    } else if (isTheirsChanged) {
      this.#known = theirs
      this.#give(theirs)
    }
  }

  #give(text: string): void {
    const { to, hidden, isMounted } = this.#options
    this.#given = hidden(text)
    if (isMounted) writeFileSync(to, this.#given, { mode: 0o600 })
    else writeWhole(to, this.#given)
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Some agents create their file without a login. */
function isEmpty(text: string): boolean {
  return /^\s*(?:\{\s*\})?\s*$/.test(text)
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** A file that a program is writing at this moment is not whole. */
function isWhole(text: string, path: string): boolean {
  if (!path.endsWith('.json')) return text !== ''
  try {
    return isRecord(JSON.parse(text))
  } catch {
    return false
  }
}
