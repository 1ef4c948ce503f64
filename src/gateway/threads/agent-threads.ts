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
  /** What every session is opened with. */
  readonly session: RunSessionOptions
  readonly permissions: PermissionPolicy
  readonly interruptMs: number
  /** After how long a thread in which nothing is done lets its session go. */
  readonly idleMs: number
  readonly raw: boolean
  /** By which the agent gets the tools of clients; without it they are not offered. */
  readonly bridge: ToolBridge | undefined
  /** Those of the gateway itself. */
  readonly tools: GatewayTools
  /** Says no before another thread is opened. @throws GatewayError */
  readonly admitThread: () => void
}

/** The threads of one agent. */
export class AgentThreads implements ThreadContext {
  readonly raw: boolean
  readonly interruptMs: number
  readonly #options: AgentThreadsOptions
  readonly #threads = new Map<string, Thread>()
  /** Those that are being let go; their agents may still have the session. */
  readonly #leaving = new Map<string, Promise<void>>()

  constructor(options: AgentThreadsOptions) {
    this.#options = options
    this.raw = options.raw
    this.interruptMs = options.interruptMs
  }

  get #models(): AgentModels {
    const { agent, client } = this.#options
    return { agent, models: client.models }
  }

  /** Threads in which something is under way. */
  get busy(): number {
    let busy = 0
    for (const { isBusy } of this.#threads.values()) busy += isBusy ? 1 : 0
    return busy
  }

  get size(): number {
    return this.#threads.size
  }

  /** The session last used, where one is open. */
  get latest(): { session: RunSession; state: Record<string, unknown> } | undefined {
    for (const { session, state } of [...this.#threads.values()].toReversed()) {
      if (session !== undefined) return { session, state }
    }
    return undefined
  }

  find(threadId: string): Thread | undefined {
    return this.#threads.get(threadId)
  }

  /** The thread of a run. @throws GatewayError when it belongs to another agent. */
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
    // Last in the map is last used.
    this.#threads.delete(threadId)
    this.#threads.set(threadId, thread)
    return thread
  }

  /** Lets go the sessions of threads in which nothing has been done for long. */
  async expire(now: number): Promise<void> {
    const old = [...this.#threads].filter(([, thread]) => now - thread.idleSince >= this.#options.idleMs)
    await Promise.all(
      old.map(async ([id, thread]) => {
        this.#threads.delete(id)
        const left = thread.close()
        this.#leaving.set(id, left)
        try {
          await left
        } finally {
          if (this.#leaving.get(id) === left) this.#leaving.delete(id)
        }
      }),
    )
  }

  async close(): Promise<void> {
    const all = [...this.#threads.values()]
    await Promise.all([...all.map((thread) => thread.close()), ...this.#leaving.values()])
    this.#threads.clear()
  }

  async open(thread: ThreadPort, { tools, settings: asked, signal }: Opening): Promise<OpenedSession> {
    const { agent, client, store, session: options, bridge } = this.#options
    await this.#leaving.get(thread.id)
    const isWanted = tools.length > 0 || this.#options.tools.size > 0
    const offer = isWanted ? bridge?.offer(thread, tools) : undefined
    const servers = [...(options.mcpServers ?? []), ...(offer === undefined ? [] : [offer.server])]
    const settings = this.#opening(asked)
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
        offerTools: (wanted) => {
          if (offer !== undefined) offer.update(wanted)
          else if (wanted.length > 0) return [lateTools]
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

  async applySettings(opened: OpenedSession, wanted: SessionSettings): Promise<CapstanError | undefined> {
    const { settings: before, session } = opened
    try {
      opened.settings = await changeSettings(session, { before, wanted, known: this.#models })
      return undefined
    } catch (error) {
      const isForOpening = Object.keys(this.#opening(changesOf(before, wanted))).length > 0
      const canGoOn = supportOf(session.profile, 'session.resume') === 'supported'
      if (!(error instanceof CapabilityNotSupportedError) || !isForOpening || !canGoOn) throw error
      const { agent, client, session: options } = this.#options
      const settings = settingOptions(this.#opening({ ...before, ...wanted }))
      client.validateRun({ ...options, ...settings, agent, prompt: 'none' })
      return error
    }
  }

  #opening(settings: SessionSettings): SessionSettings {
    return openingSettings(settings, this.#models)
  }

  remember(thread: ThreadPort, session: RunSession): void {
    // On its command line an agent may tell its id with the first turn only.
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
