import type { AgUiEvent } from '../../gateway/ag-ui/events.ts'
import type { ResumeEntry } from '../../gateway/ag-ui/input.ts'
import { newId } from '../api/new-id.ts'
import { errorText } from '../api/request.ts'
import { returnTo, runAgent, stopRun } from '../api/run-agent.ts'
import { savedThread, saveThread } from '../api/saved-chats.ts'
import { editQueued, queueOf, removeQueued } from '../api/thread-queue.ts'
import { agentOf, type ChatKey } from '../state/panes/chat-key.ts'
import { type ChatSettings, noSettings, runInputOf } from '../state/chat-settings.ts'
import type { AttachedPart, UserEntry } from '../state/thread/thread-entry.ts'
import {
  applyRunEvent,
  type RunStream,
  withMessageFailed,
  withMessageWaiting,
  withoutQueued,
  withQueue,
  withQueuedText,
} from '../state/thread/thread-queue.ts'
import { emptyThread, type ThreadView, withFailure, withTurnStarted } from '../state/thread/thread-view.ts'

/** A message of the user. */
export interface Said {
  readonly text: string
  readonly parts: readonly AttachedPart[]
}

/** The user's next input: a message, or answers to the agent's questions. */
export type Turn = Said | { resume: ResumeEntry[] }

export type ChatThreads = Readonly<Record<ChatKey, ThreadView>>

interface Connection {
  readonly threadId: string
  /** The streams of its runs: a message into a running turn is a second run. */
  readonly streams: Set<AbortController>
  /** When the last run started that this page shows. */
  updatedAt?: string | undefined
  /** Resolves when the page has the transcript, which replaces all that it showed. */
  joined?: Promise<void>
}

/** The chats of this tab, one thread each; chats that are not shown keep running. */
export class ChatStore {
  readonly #onChange: (threads: ChatThreads) => void
  readonly #connections = new Map<ChatKey, Connection>()
  #threads: ChatThreads = {}

  constructor(onChange: (threads: ChatThreads) => void) {
    this.#onChange = onChange
  }

  /** Sends a message or answers. During a turn, a message is steered or queued by the gateway. */
  async send(key: ChatKey, turn: Turn, settings: ChatSettings): Promise<void> {
    await this.#connections.get(key)?.joined
    const threadId = this.#connections.get(key)?.threadId ?? newId('thread')
    const said: UserEntry | undefined =
      'resume' in turn
        ? undefined
        : { kind: 'user', id: newId('message'), text: turn.text, parts: turn.parts }
    const before = this.#threadOf(key)
    const isWaiting = said !== undefined && before.status === 'running'
    const after = isWaiting ? withMessageWaiting(before, said) : withTurnStarted(before, said)
    this.#change(key, () => after)
    const names = { threadId, runId: newId('run'), ...('resume' in turn ? turn : {}) }
    const input = runInputOf(isWaiting ? withTurnStarted(before, said) : after, names, settings)
    const stream = await this.#follow(key, threadId, {
      stream: { isWaiting, messageId: said?.id },
      open: (signal) => runAgent(agentOf(key), input, signal),
    })
    // The answer is in a run of another client, which this page does not follow yet.
    if (stream?.isSteered && this.#connections.get(key)?.streams.size === 0) {
      await this.#reconnect(key, threadId)
    }
  }

  /** The thread on the page; undefined before the first message. */
  threadIdOf(key: ChatKey): string | undefined {
    return this.#connections.get(key)?.threadId
  }

  /** Shows another thread, or a new one; the run of the previous one continues. */
  open(key: ChatKey, threadId: string | undefined): void {
    const connection = this.#connections.get(key)
    if (threadId !== undefined && connection?.threadId === threadId) return
    this.#connections.delete(key)
    for (const stream of connection?.streams ?? []) stream.abort()
    saveThread(key, threadId)
    this.#change(key, () => emptyThread)
    void this.restore(key)
  }

  /** Reconnects to the saved thread of this tab. */
  async restore(key: ChatKey): Promise<void> {
    const threadId = savedThread(key)
    if (threadId !== undefined && !this.#connections.has(key)) await this.#reconnect(key, threadId)
  }

  /** Shows how the agent continued after a question that nobody answered in time. */
  async expire(key: ChatKey): Promise<void> {
    const threadId = this.#connections.get(key)?.threadId
    if (threadId !== undefined && this.#threadOf(key).status === 'asking')
      await this.#reconnect(key, threadId)
  }

  /** Shows what another tab or client has done in the thread since this page followed it. */
  async catchUp(key: ChatKey): Promise<void> {
    const connection = this.#connections.get(key)
    if (connection?.updatedAt === undefined || connection.streams.size > 0) return
    const { threadId, updatedAt } = connection
    const report = await queueOf(threadId)
    const isSame = this.#connections.get(key) === connection && connection.streams.size === 0
    if (isSame && report !== undefined && report.updatedAt !== updatedAt) await this.#reconnect(key, threadId)
  }

  stop(key: ChatKey): void {
    const connection = this.#connections.get(key)
    if (connection === undefined) return
    // The gateway ends the stream with a terminal event; disconnect only if it cannot be reached.
    stopRun(agentOf(key), connection.threadId).catch(() => {
      for (const stream of connection.streams) stream.abort()
    })
  }

  /** Changes the text of a queued message. @throws RequestError if it was already sent. */
  async editQueued(key: ChatKey, messageId: string, text: string): Promise<void> {
    const threadId = this.#connections.get(key)?.threadId
    if (threadId === undefined) return
    await editQueued(threadId, messageId, text)
    this.#change(key, (thread) => withQueuedText(thread, messageId, text))
  }

  /** Removes a queued message. @throws RequestError if it was already sent. */
  async removeQueued(key: ChatKey, messageId: string): Promise<void> {
    const threadId = this.#connections.get(key)?.threadId
    if (threadId === undefined) return
    await removeQueued(threadId, messageId)
    this.#change(key, (thread) => withoutQueued(thread, messageId))
  }

  async #reconnect(key: ChatKey, threadId: string): Promise<void> {
    const thread = this.#change(key, (before) => withTurnStarted(before))
    const input = runInputOf(thread, { threadId, runId: newId('run') }, noSettings)
    const showQueue = async (): Promise<boolean> => {
      const report = await queueOf(threadId)
      if (report === undefined || this.#connections.get(key)?.threadId !== threadId) return false
      this.#change(key, (before) => withQueue(before, report.queue))
      return report.status === 'running'
    }
    const shown = showQueue()
    await this.#follow(key, threadId, {
      stream: { isWaiting: false },
      open: (signal) => returnTo(agentOf(key), input, signal),
      joined: Promise.withResolvers(),
    })
    await shown
    // The turn of a queued message is another run.
    if (this.#threadOf(key).queue.length > 0 && (await showQueue())) await this.#reconnect(key, threadId)
  }

  /** Applies the events of a run until its stream ends or a new thread starts. Returns the state of the stream. */
  async #follow(
    key: ChatKey,
    threadId: string,
    run: {
      stream: RunStream
      open: (signal: AbortSignal) => AsyncIterable<AgUiEvent[]>
      joined?: PromiseWithResolvers<void>
    },
  ): Promise<RunStream | undefined> {
    const leaving = new AbortController()
    const known = this.#connections.get(key)
    const connection =
      known?.threadId === threadId ? known : { threadId, streams: new Set<AbortController>() }
    connection.streams.add(leaving)
    if (run.joined !== undefined) connection.joined = run.joined.promise
    this.#connections.set(key, connection)
    saveThread(key, threadId)
    const isOurs = (): boolean => this.#connections.get(key) === connection
    let { stream } = run
    try {
      for await (const events of run.open(leaving.signal)) {
        if (!isOurs()) continue
        this.#change(key, (thread) => {
          const followed = events.reduce(applyRunEvent, { thread, stream })
          stream = followed.stream
          return followed.thread
        })
        // It follows the messages of the transcript.
        if (events.some(({ type }) => type === 'STATE_SNAPSHOT')) run.joined?.resolve()
      }
    } catch (error) {
      const problem = { id: newId('error'), message: errorText(error) }
      const { isWaiting, messageId } = stream
      if (isOurs()) {
        this.#change(key, (before) =>
          isWaiting && messageId !== undefined
            ? withMessageFailed(before, messageId, problem)
            : withFailure(before, problem),
        )
      }
    } finally {
      run.joined?.resolve()
      connection.streams.delete(leaving)
      if (connection.streams.size === 0) void this.#remember(connection)
    }
    return isOurs() ? stream : undefined
  }

  async #remember(connection: Connection): Promise<void> {
    const report = await queueOf(connection.threadId)
    if (connection.streams.size === 0) connection.updatedAt = report?.updatedAt
  }

  #threadOf(key: ChatKey): ThreadView {
    return this.#threads[key] ?? emptyThread
  }

  #change(key: ChatKey, next: (thread: ThreadView) => ThreadView): ThreadView {
    const thread = next(this.#threadOf(key))
    this.#threads = { ...this.#threads, [key]: thread }
    this.#onChange(this.#threads)
    return thread
  }
}
