import { dirname } from 'node:path'
import { GuardedFile } from '../../core/files/guarded-file.ts'
import { writeWhole } from '../../core/files/write-whole.ts'
import { isRecord } from '../../core/is-record.ts'

const { mkdirSync, readFileSync, realpathSync, statSync } = process.getBuiltinModule('node:fs')

export interface LoginFileOptions {
  /** The user's file. */
  readonly from: string
  /** The folder of the user around `from` that the agent can change; undefined if it cannot. */
  readonly keptIn?: string | undefined
  /** The file that the agent sees. */
  readonly to: string
  /** The home of the run around `to`, which the agent can change. */
  readonly home: string
  /** The text for the agent, without keys. */
  readonly hidden: (text: string) => string
  /** The text with the keys. */
  readonly restored: (text: string) => string
}

interface Login {
  readonly text: string
  readonly changedAt: number
}

/**
 * The login of a run: a copy of the user's file. A token that the agent refreshes reaches the user's file, and one that
 * another program refreshes reaches the agent.
 */
export class LoginFile {
  readonly #options: LoginFileOptions
  readonly #own: GuardedFile
  readonly #kept: GuardedFile | undefined
  /** What the user's file held after the last exchange. */
  #known: string | undefined
  /** What the agent's file held then. */
  #given: string | undefined

  constructor(options: LoginFileOptions) {
    const { from, keptIn, to, home } = options
    this.#options = options
    this.#own = new GuardedFile(to, home)
    this.#kept = keptIn === undefined ? undefined : new GuardedFile(from, keptIn)
    this.#known = this.#theirs()?.text
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    if (this.#known !== undefined) this.#give(this.#known)
  }

  /** The names of its entries, such as providers; none if it is no JSON. */
  get names(): readonly string[] {
    const login = objectIn(this.#known ?? '')
    return login === undefined ? [] : Object.keys(login)
  }

  /** Carries a change from one file to the other; of two changes, the later one counts. */
  exchange(): void {
    const { from, to } = this.#options
    const [theirs, own] = [this.#theirs(), this.#own.read()]
    const isChanged =
      own !== undefined &&
      own.text !== this.#given &&
      isWhole(own.text, to) &&
      !(this.#known === undefined && theirs === undefined && isEmpty(own.text))
    const isTheirsChanged = theirs !== undefined && theirs.text !== this.#known && isWhole(theirs.text, from)
    if (isChanged && !(isTheirsChanged && theirs.changedAt > own.changedAt)) this.#keep(own.text)
    else if (isTheirsChanged) {
      this.#known = theirs.text
      this.#give(theirs.text)
    }
  }

  #theirs(): Login | undefined {
    return this.#kept === undefined ? loginAt(this.#options.from) : this.#kept.read()
  }

  /** Carries the agent's login to the user's file. */
  #keep(text: string): void {
    const { from, restored } = this.#options
    const login = restored(text)
    if (this.#kept === undefined) writeWhole(behindLinks(from), login)
    else this.#kept.write(login, { isMounted: false })
    this.#given = text
    this.#known = login
  }

  #give(text: string): void {
    const { hidden, keptIn } = this.#options
    this.#given = hidden(text)
    this.#own.write(this.#given, { isMounted: keptIn !== undefined })
  }
}

function loginAt(path: string): Login | undefined {
  try {
    const text = readFileSync(path, 'utf8')
    return { text, changedAt: statSync(path).mtimeMs }
  } catch {
    return undefined
  }
}

/** A link of the user stays a link. */
function behindLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Some agents create their file without a login. */
function isEmpty(text: string): boolean {
  return /^\s*(?:\{\s*\})?\s*$/.test(text)
}

/** A file that a program is writing at this moment is not whole. */
function isWhole(text: string, path: string): boolean {
  return path.endsWith('.json') ? objectIn(text) !== undefined : text !== ''
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
