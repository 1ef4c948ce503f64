import type { AgUiEvent, HistoryMessage } from '../ag-ui/events.ts'
import { ThreadHistory } from '../ag-ui/history.ts'
import type { InputMessage } from '../ag-ui/input.ts'
import type { ThreadStore } from './thread-store.ts'

/** How long a change may wait to be stored while a run is in progress. */
const saveAfterMs = 1000

export interface TranscriptOptions {
  readonly threadId: string
  readonly store: Pick<ThreadStore, 'messages' | 'saveMessages'>
  readonly warn: (message: string) => void
}

/** The messages of a thread, stored while they change. */
export class Transcript {
  readonly #options: TranscriptOptions
  readonly #history: ThreadHistory
  #timer: NodeJS.Timeout | undefined

  /** Reads the stored messages if `isStored`. No agent runs their tool calls anymore. */
  constructor(options: TranscriptOptions, { isStored }: { isStored: boolean }) {
    this.#options = options
    this.#history = new ThreadHistory(isStored ? options.store.messages(options.threadId) : [])
    this.#history.endCalls()
  }

  get messages(): HistoryMessage[] {
    return this.#history.messages
  }

  /** Ids of the user's messages that the agent has reacted to. */
  get answered(): string[] {
    const { messages } = this
    const last = messages.findLastIndex(({ role }) => role !== 'user')
    return messages.slice(0, last + 1).flatMap(({ role, id }) => (role === 'user' ? [id] : []))
  }

  takeInput(messages: readonly InputMessage[]): void {
    this.#history.takeInput(messages)
    this.#saveLater()
  }

  take(event: AgUiEvent): void {
    this.#history.take(event)
    this.#saveLater()
  }

  /** Stores the changes. A failure is reported and does not end the run. */
  save(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { threadId, store, warn } = this.#options
    const changes = this.#history.takeChanges()
    if (changes === undefined) return
    try {
      store.saveMessages(threadId, changes)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      warn(`Could not store the transcript of a thread: ${reason}`)
    }
  }

  #saveLater(): void {
    this.#timer ??= setTimeout(() => this.save(), saveAfterMs).unref()
  }
}
