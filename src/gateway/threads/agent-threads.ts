import { CapabilityNotSupportedError } from '../../capabilities/capability-not-supported-error.ts'
import { supportOf } from '../../capabilities/profile.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { Client } from '../../run/client.ts'
import { decide } from '../../run/permissions/decide-permission.ts'
import type { PermissionPolicy } from '../../run/api/permission-policy.ts'
import type { RunSession } from '../../run/session.ts'
import type { RunSessionOptions } from '../../run/session-options.ts'
import type { SessionSettings } from '../../run/api/session-settings.ts'
import type { RunInput } from '../ag-ui/input.ts'
import type { ToolBridge } from '../client-tools/tool-bridge.ts'
import { choicesOf } from './config-choices.ts'
import { GatewayError } from '../gateway-error.ts'
import type { GatewayTools } from '../gateway-tool.ts'
import { Thread } from './thread.ts'
import type { OpenedSession, Opening, ThreadContext, ThreadPort } from './thread-context.ts'
import {
  type AgentModels,
  changeSettings,
  changesOf,
  openingSettings,
  settingOptions,
} from './thread-settings.ts'
import type { ThreadStore } from './thread-store.ts'

export interface AgentThreadsOptions {
  readonly agent: string
  readonly client: Client
  readonly store: ThreadStore
  /** Options of every session. */
  readonly session: RunSessionOptions
  readonly permissions: PermissionPolicy
  readonly interruptMs: number
  /** Idle time after which a thread is closed. */
  readonly idleMs: number
  readonly raw: boolean
  /** Offers client tools to the agent; undefined if they are disabled. */
  readonly bridge: ToolBridge | undefined
  /** Tools of the gateway. */
  readonly tools: GatewayTools
  /** Called before a thread is opened. @throws GatewayError to reject it. */
  readonly admitThread: () => void
}

/** The threads of one agent. */
export class AgentThreads implements ThreadContext {
  readonly raw: boolean
  readonly interruptMs: number
  readonly #options: AgentThreadsOptions
  readonly #threads = new Map<string, Thread>()
  /** Threads that are closing; their agents may still hold the session. */
  readonly #closing = new Map<string, Promise<void>>()

  constructor(options: AgentThreadsOptions) {
    this.#options = options
    this.raw = options.raw
    this.interruptMs = options.interruptMs
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
    for (const { session, state } of [...this.#threads.values()].toReversed()) {
      if (session !== undefined) return { session, state }
    }
    return undefined
  }

  find(threadId: string): Thread | undefined {
    return this.#threads.get(threadId)
  }

  /** The thread of a run. @throws GatewayError if the thread belongs to another agent. */
  threadFor({ threadId }: Pick<RunInput, 'threadId'>): Thread {
    const known = this.#options.store.get(threadId)
    if (known !== undefined && known.agent !== this.#options.agent) {
      throw new GatewayError('thread_of_another_agent', `The thread ${threadId} belongs to ${known.agent}`, {
        hint: 'Use another thread id.',
      })
    }
    let thread = this.#threads.get(threadId)
    if (thread === undefined) {
      this.#options.admitThread()
      thread = new Thread(threadId, this)
    }
    // The map is ordered by last use.
    this.#threads.delete(threadId)
    this.#threads.set(threadId, thread)
    return thread
  }

  /** Closes idle threads. */
  async expire(now: number): Promise<void> {
    const old = [...this.#threads].filter(([, thread]) => now - thread.idleSince >= this.#options.idleMs)
    await Promise.all(
      old.map(async ([id, thread]) => {
        this.#threads.delete(id)
        const closed = thread.close()
        this.#closing.set(id, closed)
        try {
          await closed
        } finally {
          if (this.#closing.get(id) === closed) this.#closing.delete(id)
        }
      }),
    )
  }

  async close(): Promise<void> {
    const all = [...this.#threads.values()]
    await Promise.all([...all.map((thread) => thread.close()), ...this.#closing.values()])
    this.#threads.clear()
  }

  async open(thread: ThreadPort, { tools, settings: requested, signal }: Opening): Promise<OpenedSession> {
    const { agent, client, store, session: options, bridge } = this.#options
    await this.#closing.get(thread.id)
    const hasTools = tools.length > 0 || this.#options.tools.size > 0
    const offer = hasTools ? bridge?.offer(thread, tools) : undefined
    const servers = [...(options.mcpServers ?? []), ...(offer === undefined ? [] : [offer.server])]
    const settings = this.#opening(requested)
    try {
      const sessionId = store.get(thread.id)?.sessionId
      const session = await client.session(agent, {
        ...options,
        ...settingOptions(settings),
        signal,
        ...(servers.length === 0 ? {} : { mcpServers: servers }),
        ...(sessionId === undefined ? {} : { sessionId, orStart: true }),
      })
      this.remember(thread, session)
      return {
        session,
        isNew: !session.isResumed,
        settings,
        get model() {
          return choicesOf(session.options, 'model').current
        },
        offerTools: (clientTools) => {
          if (offer !== undefined) offer.update(clientTools)
          else if (clientTools.length > 0) return [lateTools]
          return []
        },
        isClientTool: (name) => offer?.isClientTool(name) ?? false,
        close: async () => {
          offer?.end()
          await session.close()
        },
      }
    } catch (error) {
      offer?.end()
      throw error
    }
  }

  policyFor(ask: (requestId: string) => void): PermissionPolicy {
    const { permissions, session } = this.#options
    if (permissions === 'deny') return permissions
    const roots = [session.cwd ?? process.cwd(), ...(session.additionalDirectories ?? [])]
    return async (question) => {
      const { answer, problem } = await decide(permissions, question, { roots })
      if (problem !== undefined) throw new CapstanError('PERMISSION_POLICY', problem)
      if (answer === 'ask') ask(question.request.requestId)
      return answer
    }
  }

  async applySettings(opened: OpenedSession, requested: SessionSettings): Promise<CapstanError | undefined> {
    const { settings: before, session } = opened
    try {
      opened.settings = await changeSettings(session, { before, requested, known: this.#models })
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

  remember(thread: ThreadPort, session: RunSession): void {
    // Over the command line, an agent may report its session id only with the first turn.
    if (session.id === '') return
    const { store, agent } = this.#options
    store.set(thread.id, { agent, sessionId: session.id, updatedAt: Date.now() })
  }
}

const lateTools = {
  type: 'notice',
  severity: 'warning',
  title: 'The tools of this run are ignored: the session was opened without tools',
  description: 'Send tools with the first run of a thread.',
} as const
