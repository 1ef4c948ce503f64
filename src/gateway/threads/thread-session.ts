import type { AgentEvent } from '../../events/event.ts'
import type { OpenedSession, Opening, ThreadContext, ThreadPort } from './thread-context.ts'

/** The session of a thread: opened when it is needed, and again when its agent has gone. */
export class ThreadSession {
  readonly #thread: ThreadPort
  readonly #context: Pick<ThreadContext, 'open'>
  #opened: OpenedSession | undefined
  #opening: AbortController | undefined

  constructor(thread: ThreadPort, context: Pick<ThreadContext, 'open'>) {
    this.#thread = thread
    this.#context = context
  }

  /** The one that was opened last, which may have ended. */
  get opened(): OpenedSession | undefined {
    return this.#opened
  }

  /**
   * The session for a run, and the events of offering it tools. A run that was stopped gets none. `anew` ends the session
   * that is open and resumes it: agents read some settings only when they start.
   */
  async ready(
    { tools, settings }: Omit<Opening, 'signal'>,
    { isStopped, anew = false }: { isStopped: boolean; anew?: boolean },
  ): Promise<{ opened: OpenedSession; events: readonly AgentEvent[] }> {
    const opened = this.#opened
    if (!anew && opened !== undefined && opened.session.ended === undefined) {
      return { opened, events: opened.offerTools(tools) }
    }
    await opened?.close()
    const opening = new AbortController()
    this.#opening = opening
    if (isStopped) opening.abort()
    const made = await this.#context.open(this.#thread, { tools, settings, signal: opening.signal })
    this.#opening = undefined
    this.#opened = made
    return { opened: made, events: [] }
  }

  /** Gives up a session that is being opened. */
  giveUp(): void {
    this.#opening?.abort()
  }

  async close(): Promise<void> {
    await this.#opened?.close()
  }
}
