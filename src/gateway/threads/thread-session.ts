import type { AgentEvent } from '../../events/event.ts'
import type { SessionSettings } from '../../run/api/session-settings.ts'
import type { OpenedSession, Opening, ThreadContext, ThreadPort } from './thread-context.ts'

/** The session of a thread: opened when needed, and reopened after its agent has ended. */
export class ThreadSession {
  readonly #thread: ThreadPort
  readonly #context: Pick<ThreadContext, 'open'>
  #opened: OpenedSession | undefined
  #opening: AbortController | undefined

  constructor(thread: ThreadPort, context: Pick<ThreadContext, 'open'>) {
    this.#thread = thread
    this.#context = context
  }

  /** The session opened last; it may have ended. */
  get opened(): OpenedSession | undefined {
    return this.#opened
  }

  /** The settings that clients have chosen. */
  get settings(): SessionSettings {
    return this.#opened?.settings ?? this.#thread.record?.settings ?? {}
  }

  /** Whether the agent may still have the conversation. */
  get canResume(): boolean {
    return this.#opened !== undefined || this.#thread.record?.origin !== undefined
  }

  /**
   * The session for a run, with events about its tools. `restart` restarts the agent and resumes the session: agents read
   * some settings only at startup. @throws CapstanError `ABORTED` if the run was stopped.
   */
  async ready(
    { tools, settings }: Omit<Opening, 'signal'>,
    { isStopped, restart = false }: { isStopped: boolean; restart?: boolean },
  ): Promise<{ opened: OpenedSession; events: readonly AgentEvent[] }> {
    const opened = this.#opened
    if (!restart && opened !== undefined && opened.session.conversation.ended === undefined) {
      return { opened, events: opened.offerTools(tools) }
    }
    await opened?.close('the agent is restarted')
    const opening = new AbortController()
    this.#opening = opening
    if (isStopped) opening.abort()
    const reopened = await this.#context.open(this.#thread, { tools, settings, signal: opening.signal })
    this.#opening = undefined
    this.#opened = reopened
    return { opened: reopened, events: [] }
  }

  /** Cancels the opening of a session. */
  cancelOpening(): void {
    this.#opening?.abort()
  }

  async close(reason: string): Promise<void> {
    await this.#opened?.close(reason)
  }
}
