import { createId } from '../../../core/ids.ts'
import { invalidRequest } from '../wire/rpc-error.ts'
import { TurnControl } from '../turn-control.ts'
import { contextSizes, type SessionOptions } from './session-options.ts'
import type { Block } from '../wire/wire.ts'
import { emptySession, type HistoryEntry, type SessionStore, type StoredSession } from './session-store.ts'

/** The folders of a session. */
export interface SessionPlace {
  cwd: string
  additionalDirectories: readonly string[]
}

const longestTitle = 60

/** An open session. Stores each message and tool call at once. */
export class SimSession {
  readonly id: string
  readonly place: SessionPlace
  /** The kinds of tools that the client always allows. */
  readonly allowed = new Set<string>()
  readonly #store: SessionStore
  readonly #history: HistoryEntry[]
  #options: SessionOptions
  #title: string | undefined
  #tokens: number
  #running: { control: TurnControl; done: Promise<void> } | undefined

  constructor(stored: StoredSession, store: SessionStore) {
    this.id = stored.id
    this.place = { cwd: stored.cwd, additionalDirectories: stored.additionalDirectories }
    this.#store = store
    this.#history = [...stored.history]
    this.#options = stored.options
    this.#title = stored.title
    this.#tokens = stored.tokens
  }

  get options(): SessionOptions {
    return this.#options
  }

  set options(options: SessionOptions) {
    this.#options = options
    this.#store.append(this.id, { options })
  }

  get history(): readonly HistoryEntry[] {
    return this.#history
  }

  get tokens(): number {
    return this.#tokens
  }

  get contextSize(): number {
    return contextSizes[this.#options.model] ?? 0
  }

  add(entry: HistoryEntry): void {
    this.#history.push(entry)
    this.#store.append(this.id, { entry })
  }

  spend(tokens: number): void {
    this.#tokens += tokens
    this.#store.append(this.id, { tokens: this.#tokens })
  }

  /** Makes the first words of the first prompt the title; returns a new title. */
  nameAfter(prompt: string): string | undefined {
    const title = prompt.trim().replaceAll(/\s+/g, ' ').slice(0, longestTitle)
    if (this.#title !== undefined || title === '') return undefined
    this.#title = title
    this.#store.append(this.id, { title })
    return title
  }

  /** Starts a turn; one at a time. */
  start(work: (control: TurnControl) => Promise<void>): void {
    if (this.#running !== undefined) throw invalidRequest('A prompt is being worked on in this session')
    const control = new TurnControl()
    const done = work(control).finally(() => {
      this.#running = undefined
    })
    this.#running = { control, done }
  }

  /** Sends a message into the running turn; false if no turn is running. */
  steer(messageId: string, content: readonly Block[]): boolean {
    if (this.#running === undefined) return false
    this.add({ type: 'user', messageId, content })
    this.#running.control.steer(
      content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' '),
    )
    return true
  }

  /** Stops the running turn. */
  cancel(): void {
    this.#running?.control.cancel()
  }

  /** Resolves once no turn is running. */
  async stopped(): Promise<void> {
    await this.#running?.done
  }
}

/** Creates a session, with the history of another one if given. */
export function createSession(
  place: SessionPlace,
  store: SessionStore,
  from?: Pick<StoredSession, 'history' | 'options' | 'title'>,
): SimSession {
  const id = createId('sim')
  const { history = [], options, title } = from ?? {}
  const start = { ...place, ...(options && { options }), ...(title && { title }) }
  store.append(id, start)
  for (const entry of history) store.append(id, { entry })
  return new SimSession({ ...emptySession(id), ...start, history }, store)
}

/** Opens a stored session, in other folders if given. */
export function openSession(id: string, store: SessionStore, place?: SessionPlace): SimSession | undefined {
  const stored = store.read(id)
  if (stored === undefined) return undefined
  if (place !== undefined) store.append(id, { ...place })
  return new SimSession({ ...stored, ...place }, store)
}
