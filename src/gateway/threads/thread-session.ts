import { ignore } from '../../core/ignore.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { SessionSettings } from '../../run/api/session-settings.ts'
import type { OpenedSession, Opening, ThreadContext, ThreadPort } from './thread-context.ts'

/** The session of a thread: opened when needed, and reopened after its agent has ended. */
export class ThreadSession {
  readonly #thread: ThreadPort
  readonly #context: Pick<ThreadContext, 'open' | 'applySettings'>
  #opened: OpenedSession | undefined
  #opening: AbortController | undefined
  #waking: Promise<void> | undefined
  /** The session was opened without the tools of a client. */
  #isWoken = false

  constructor(thread: ThreadPort, context: Pick<ThreadContext, 'open' | 'applySettings'>) {
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

  /** Whether the session is being opened without a run. */
  get isWaking(): boolean {
    return this.#waking !== undefined
  }

  get #isOpen(): boolean {
    return this.#opened !== undefined && this.#opened.session.conversation.ended === undefined
  }

  /**
   * The session for a run, with events about its tools. `restart` restarts the agent and resumes the session: agents read
   * some settings only at startup. @throws CapstanError `ABORTED` if the run was stopped.
   */
  async ready(
    { tools, settings }: Omit<Opening, 'signal'>,
    { isStopped, restart = false }: { isStopped: boolean; restart?: boolean },
  ): Promise<{ opened: OpenedSession; events: readonly AgentEvent[] }> {
    // A failure is the failure of a message: the run tries again.
    await this.#waking?.catch(ignore)
    const lacksTools = this.#isWoken && tools.length > 0
    if (this.#isOpen && this.#opened !== undefined && !restart && !lacksTools) {
      return { opened: this.#opened, events: this.#opened.offerTools(tools) }
    }
    const reopened = await this.#open({ tools, settings }, { isStopped })
    this.#isWoken = false
    return { opened: reopened, events: [] }
  }

  /** Opens the session without a run, so that it receives its messages. */
  async wake(): Promise<void> {
    if (this.#isOpen || (this.#opening !== undefined && this.#waking === undefined)) return
    this.#waking ??= this.#wake().finally(() => {
      this.#waking = undefined
    })
    await this.#waking
  }

  /** Cancels the opening of a session. */
  cancelOpening(): void {
    this.#opening?.abort()
  }

  async close(reason: string): Promise<void> {
    await this.#waking?.catch(ignore)
    await this.#opened?.close(reason)
  }

  async #wake(): Promise<void> {
    const { settings } = this
    const opened = await this.#open({ tools: [], settings }, { isStopped: false })
    this.#isWoken = true
    // A setting that needs a restart is left to the next run, which reports it.
    await this.#context.applySettings(opened, settings)
  }

  async #open(
    { tools, settings }: Omit<Opening, 'signal'>,
    { isStopped }: { isStopped: boolean },
  ): Promise<OpenedSession> {
    await this.#opened?.close('the agent is restarted')
    const opening = new AbortController()
    this.#opening = opening
    if (isStopped) opening.abort()
    try {
      this.#opened = await this.#context.open(this.#thread, { tools, settings, signal: opening.signal })
      return this.#opened
    } finally {
      this.#opening = undefined
    }
  }
}
