import { CapabilityNotSupportedError } from '../../capabilities/capability-not-supported-error.ts'
import { supportOf } from '../../capabilities/profile.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { basicPolicy, withPolicy } from '../../run/api/permission-rules.ts'
import type { Client } from '../../run/client.ts'
import type { PermissionPolicy, PermissionQuestion } from '../../run/api/permission-policy.ts'
import type { RunSession } from '../../run/session.ts'
import type { RunSessionOptions } from '../../run/session-options.ts'
import type { SessionSettings } from '../../run/api/session-settings.ts'
import type { RunInput } from '../ag-ui/input.ts'
import type { ToolBridge } from '../client-tools/tool-bridge.ts'
import { choicesOf } from './settings/config-choices.ts'
import { GatewayError } from '../gateway-error.ts'
import type { GatewaySessions } from '../gateway-sessions.ts'
import type { GatewayTools } from '../gateway-tool.ts'
import { Thread } from './thread.ts'
import type { OpenedSession, Opening, ThreadContext, ThreadPort } from './thread-context.ts'
import {
  type AgentModels,
  changeSettings,
  changesOf,
  currentSettings,
  needsRestart,
  openingSettings,
  settingOptions,
} from './settings/thread-settings.ts'
import type { ThreadRecord, ThreadStore } from './thread-store.ts'

export interface AgentThreadsOptions {
  readonly agent: string
  readonly client: Client
  /** Opens the sessions of threads. */
  readonly sessions: GatewaySessions
  readonly store: ThreadStore
  /** Options of every session. */
  readonly session: RunSessionOptions
  readonly permissions: PermissionPolicy
  readonly interruptMs: number
  readonly raw: boolean
  /** Offers client tools to the agent; undefined if they are disabled. */
  readonly bridge: ToolBridge | undefined
  /** Tools of the gateway. */
  readonly tools: GatewayTools
  /** Called before a thread is opened. @throws GatewayError to reject it. */
  readonly admitThread: () => void
  readonly warn: (message: string) => void
}

/** The threads of one agent. */
export class AgentThreads implements ThreadContext {
  readonly agent: string
  readonly raw: boolean
  readonly interruptMs: number
  readonly store: ThreadStore
  readonly warn: (message: string) => void
  readonly #options: AgentThreadsOptions
  readonly #threads = new Map<string, Thread>()
  /** Threads that are closing; their agents may still hold the session. */
  readonly #closing = new Map<string, Promise<void>>()

  constructor(options: AgentThreadsOptions) {
    this.#options = options
    this.agent = options.agent
    this.raw = options.raw
    this.interruptMs = options.interruptMs
    this.store = options.store
    this.warn = options.warn
  }

  get #models(): AgentModels {
    const { agent, client } = this.#options
    return { agent, models: client.models }
  }

  /** Number of threads with a run in progress. */
  get busy(): number {
    let busy = 0
    for (const { isBusy } of this.#threads.values()) busy += isBusy ? 1 : 0
    return busy
  }

  get size(): number {
    return this.#threads.size
  }

  /** The session used last, if one is open. */
  get latest(): { session: RunSession; state: Record<string, unknown> } | undefined {
    for (const { conversation: session, state } of [...this.#threads.values()].toReversed()) {
      if (session !== undefined) return { session, state }
    }
    return undefined
  }

  /** The threads in memory, the least recently used first. */
  get threads(): Iterable<Thread> {
    return this.#threads.values()
  }

  find(threadId: string): Thread | undefined {
    return this.#threads.get(threadId)
  }

  /** The thread of a run. @throws GatewayError if the thread belongs to another agent. */
  threadFor({ threadId }: Pick<RunInput, 'threadId'>): Thread {
    let thread = this.#threads.get(threadId)
    if (thread === undefined) {
      const record = this.#recordOf(threadId)
      this.#options.admitThread()
      thread = new Thread(threadId, this, record)
    }
    // The map is ordered by last use.
    this.#threads.delete(threadId)
    this.#threads.set(threadId, thread)
    return thread
  }

  /** The thread of a client that reconnects: not kept in memory unless it is there already. */
  threadToRead({ threadId }: Pick<RunInput, 'threadId'>): Thread {
    return this.#threads.get(threadId) ?? new Thread(threadId, this, this.#recordOf(threadId))
  }

  /** Opens the session of a thread without a run, so that it receives its messages. */
  async wake(threadId: string): Promise<void> {
    const elsewhere = await this.store.shared?.enter(threadId, { isOwner: true })
    if (elsewhere !== undefined) throw threadElsewhere(threadId)
    await this.threadFor({ threadId }).wake()
  }

  /** Stops the agent of a thread and drops the thread from memory; the store keeps it. */
  async closeThread(id: string, reason?: string): Promise<void> {
    const thread = this.#threads.get(id)
    if (thread === undefined) return
    this.#threads.delete(id)
    const closed = thread.close(reason)
    this.#closing.set(id, closed)
    try {
      await closed
    } finally {
      if (this.#closing.get(id) === closed) this.#closing.delete(id)
    }
  }

  async close(): Promise<void> {
    const all = [...this.#threads.values()]
    await Promise.all([...all.map((thread) => thread.close()), ...this.#closing.values()])
    this.#threads.clear()
  }

  async open(thread: ThreadPort, { tools, settings: requested, signal }: Opening): Promise<OpenedSession> {
    const { sessions, session: options, bridge } = this.#options
    await this.#closing.get(thread.id)
    const hasTools = tools.length > 0 || this.#options.tools.size > 0
    const offer = hasTools ? bridge?.offer(thread, tools) : undefined
    const servers = [...(options.mcpServers ?? []), ...(offer === undefined ? [] : [offer.server])]
    const settings = this.#opening(requested)
    try {
      const session = await sessions.openThread({
        threadId: thread.id,
        agent: this.agent,
        origin: thread.record?.origin,
        options: {
          ...options,
          ...settingOptions(settings),
          ...(servers.length === 0 ? {} : { mcpServers: servers }),
        },
        signal,
      })
      session.followWith(thread)
      const { conversation } = session
      return {
        session,
        isNew: !conversation.isResumed,
        settings,
        defaults: changesOf(settings, currentSettings(conversation.options)),
        get model() {
          return choicesOf(conversation.options, 'model').current
        },
        offerTools: (clientTools) => {
          if (offer !== undefined) offer.update(clientTools)
          else if (clientTools.length > 0) return [lateTools]
          return []
        },
        isClientTool: (name) => offer?.isClientTool(name) ?? false,
        close: async (reason) => {
          offer?.end()
          await sessions.closeThread(session, reason)
        },
      }
    } catch (error) {
      offer?.end()
      throw error
    }
  }

  policyFor(ask: (requestId: string) => void): PermissionPolicy {
    const { permissions } = this.#options
    const policy = basicPolicy(permissions)
    if (policy !== 'ask' && typeof policy !== 'function') return permissions
    // The rules stay in the policy: the sandbox opens less for a rule than for a person.
    return withPolicy(permissions, async (question: PermissionQuestion) => {
      const answer = policy === 'ask' ? policy : await policy(question)
      if (answer === 'ask') ask(question.request.requestId)
      return answer
    })
  }

  async applySettings(opened: OpenedSession, requested: SessionSettings): Promise<CapstanError | undefined> {
    const { settings: before, defaults, session: owned } = opened
    const session = owned.conversation
    if (needsRestart({ before, requested, defaults })) return defaultError(this.agent)
    try {
      await changeSettings(session, { before, requested, defaults, known: this.#models })
      opened.settings = requested
      return undefined
    } catch (error) {
      const isForOpening = Object.keys(this.#opening(changesOf(before, requested))).length > 0
      const canResume = supportOf(session.profile, 'session.resume') === 'supported'
      if (!(error instanceof CapabilityNotSupportedError) || !isForOpening || !canResume) throw error
      const { agent, client, session: options } = this.#options
      const settings = settingOptions(this.#opening({ ...before, ...requested }))
      client.validateRun({ ...options, ...settings, agent, prompt: 'none' })
      return error
    }
  }

  #opening(settings: SessionSettings): SessionSettings {
    return openingSettings(settings, this.#models)
  }

  /** @throws GatewayError if the thread belongs to another agent. */
  #recordOf(threadId: string): ThreadRecord | undefined {
    const record = this.store.get(threadId)
    if (record === undefined || record.agent === this.agent) return record
    throw new GatewayError('thread_of_another_agent', `The thread ${threadId} belongs to ${record.agent}`, {
      hint: 'Use another thread id.',
    })
  }
}

function threadElsewhere(threadId: string): GatewayError {
  return new GatewayError('thread_elsewhere', `Another gateway runs the thread ${threadId}`, {
    hint: 'Send the message as a run of the thread.',
  })
}

function defaultError(agent: string): CapstanError {
  return new CapstanError('OPTION_REFUSED', `${agent} does not report its default of the setting`, {
    hint: 'Choose a value, or start a new thread.',
  })
}

const lateTools = {
  type: 'notice',
  severity: 'warning',
  title: 'The tools of this run are ignored: the session was opened without tools',
  description: 'Send tools with the first run of a thread.',
} as const
