import type { AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { TurnOptions } from '../../run/api/options.ts'
import type { Run } from '../../run/api/run.ts'
import type { AskOptions } from '../agent-session.ts'
import type { AgentIdentity } from '../identity.ts'
import { isAwake } from '../status-machine.ts'
import { closedError } from './agent-session-errors.ts'
import type { AgentTurn } from './agent-turn.ts'

export interface PromptQueueOptions {
  /** The running turn. */
  turn: () => AgentTurn | undefined
  /** Starts a turn. @throws if the session is not idle. */
  prompt: (text: string, options: TurnOptions) => Run
  status: () => AgentStatus
  identity: AgentIdentity
}

/** Prompts of the owner. They wait for the running turn, in order, and go before messages. */
export class PromptQueue {
  readonly #options: PromptQueueOptions
  /** Resolves when the prompt before has started. */
  #previous: Promise<void> = Promise.resolve()
  readonly #waiting = new Set<object>()

  constructor(options: PromptQueueOptions) {
    this.#options = options
  }

  /** Whether a prompt waits for the end of the turn. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  async ask(text: string, { onQueued, signal, ...options }: AskOptions = {}): Promise<Run> {
    const { turn, prompt } = this.#options
    this.#requireAwake()
    const previous = this.#previous
    const started = Promise.withResolvers<void>()
    this.#previous = started.promise
    if (this.isWaiting || turn() !== undefined) onQueued?.()
    const entry = {}
    this.#waiting.add(entry)
    try {
      await unlessAborted(previous, signal)
      for (let running = turn(); running !== undefined; running = turn()) {
        await unlessAborted(running.over, signal)
        this.#requireAwake()
      }
      // In the same step as the prompt: the messages that go in front of it are handed over now.
      this.#waiting.delete(entry)
      return prompt(text, options)
    } finally {
      this.#waiting.delete(entry)
      started.resolve()
    }
  }

  /** @throws CapstanError `SESSION_NOT_READY` if the session is paused, offline or closed. */
  #requireAwake(): void {
    const { status, identity } = this.#options
    if (!isAwake(status())) throw closedError(identity, status())
  }
}

async function unlessAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(new CapstanError('ABORTED', 'The prompt was canceled'))
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  try {
    await Promise.race([promise, aborted.promise])
  } finally {
    signal?.removeEventListener('abort', abort)
    // Nobody else waits for it.
    aborted.promise.catch(() => undefined)
  }
}
