import { GatewayError } from '../gateway-error.ts'
import type { AgentThreads } from './agent-threads.ts'
import type { Thread } from './thread.ts'

export interface ThreadLimitsOptions {
  /** The threads of each agent, by its id. */
  readonly agents: ReadonlyMap<string, AgentThreads>
  /** Maximum number of threads in memory. */
  readonly maxThreads: number
  /** Maximum number of agents that run without a run in progress. */
  readonly maxIdleAgents: number
  /** Idle time after which a thread is closed. */
  readonly idleMs: number
  /** Called with the id of the session when the agent of a thread was stopped. */
  readonly onClosed: (sessionId: string) => void
}

/** Agents are stopped, the least recently used first, below this share of available memory. */
const scarceMemory = 0.1

/** At most this many agents are stopped at once for lack of memory: stopping takes effect with a delay. */
const stoppedAtOnce = 10

interface IdleThread {
  readonly owner: AgentThreads
  readonly thread: Thread
}

/** Limits the threads in memory and the idle agents. The store keeps closed threads, so that they can be resumed. */
export class ThreadLimits {
  readonly #options: ThreadLimitsOptions
  readonly #timer: NodeJS.Timeout

  constructor(options: ThreadLimitsOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.trim(Date.now()), Math.min(10_000, options.idleMs)).unref()
  }

  /** Frees capacity for a thread. @throws GatewayError `too_many_threads` if all threads are busy. */
  admit(): void {
    const { agents, maxThreads } = this.#options
    const open = [...agents.values()].reduce((sum, { size }) => sum + size, 0)
    if (open < maxThreads) return
    const [oldest] = this.#idle()
    if (oldest === undefined) {
      throw new GatewayError('too_many_threads', `${open} threads have a run in progress`, {
        hint: 'Try again later, when a run has ended.',
      })
    }
    this.#close(oldest, 'another thread needed its place')
  }

  /** Closes threads that were idle for too long, and stops idle agents above the limits. */
  trim(now: number): void {
    const { idleMs, maxIdleAgents } = this.#options
    const idle = this.#idle()
    const old = idle.filter(({ thread }) => now - thread.idleSince >= idleMs)
    for (const one of old) this.#close(one, 'the thread was idle')
    const running = idle.filter((one) => !old.includes(one) && isRunning(one.thread))
    const excess = Math.max(0, running.length - maxIdleAgents)
    const stopped = isMemoryScarce() ? Math.max(excess, stoppedAtOnce) : excess
    for (const one of running.slice(0, stopped)) this.#close(one, 'other agents needed its memory')
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** The idle threads, the least recently used first. A thread that waits for an answer counts as idle last. */
  #idle(): IdleThread[] {
    return [...this.#options.agents.values()]
      .flatMap((owner) => Array.from(owner.threads, (thread) => ({ owner, thread })))
      .filter(({ thread }) => !thread.isBusy)
      .toSorted(
        ({ thread: one }, { thread: other }) =>
          Number(one.isWaiting) - Number(other.isWaiting) || one.idleSince - other.idleSince,
      )
  }

  #close({ owner, thread }: IdleThread, reason: string): void {
    void this.#closed(thread, owner.closeThread(thread.id, reason))
  }

  async #closed(thread: Thread, closing: Promise<void>): Promise<void> {
    await closing
    const { origin } = thread.record ?? {}
    if (origin !== undefined) this.#options.onClosed(origin.identity.id)
  }
}

function isRunning({ conversation }: Thread): boolean {
  return conversation !== undefined && conversation.ended === undefined
}

/** Respects the limit of a container. */
function isMemoryScarce(): boolean {
  const constrained = process.constrainedMemory()
  const total = process.getBuiltinModule('node:os').totalmem()
  const limit = constrained > 0 && constrained < total ? constrained : total
  return process.availableMemory() < limit * scarceMemory
}
