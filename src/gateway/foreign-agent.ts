import { type AgUiEvent, isTerminal } from './ag-ui/events.ts'
import type { RunInput } from './ag-ui/input.ts'
import { GatewayError } from './gateway-error.ts'
import type { RunSink, TakenRun } from './threads/run-sink.ts'
import type { ServedAgent } from './served-agent.ts'

/** As much of an AG-UI agent as is needed to serve it: any `AbstractAgent` of `@ag-ui/client` has it. */
export interface AgUiAgent {
  readonly agentId?: string | undefined
  readonly description?: string | undefined
  /** What the run tells, as an observable. */
  run(input: never): {
    subscribe(observer: {
      next: (event: unknown) => void
      error: (error: unknown) => void
      complete: () => void
    }): { unsubscribe(): void }
  }
  getCapabilities?(): Promise<object>
  /** A copy, so that runs do not meet. */
  clone?(): unknown
}

/**
 * Puts any AG-UI agent behind the gateway, as `gateway.add(serveAgent(agent))`. Its events are passed on as they are;
 * a stream that it ends without a terminal event, or breaks, gets one.
 */
export function serveAgent(agent: AgUiAgent, { id = agent.agentId }: { id?: string } = {}): ServedAgent {
  if (id === undefined || id === '') {
    throw new GatewayError('unknown_agent', 'A served agent needs an id')
  }
  const active = new Map<string, ForeignRun>()
  return {
    id,
    name: id,
    description: agent.description ?? '',
    get busy() {
      return active.size
    },
    capabilities: async () => (await agent.getCapabilities?.()) ?? {},
    run: (input) => {
      const { threadId } = input
      if (active.has(threadId)) {
        throw new GatewayError('thread_busy', `A run is already in progress in thread ${threadId}`)
      }
      const run = new ForeignRun(agent, input, () => active.delete(threadId))
      active.set(threadId, run)
      return run
    },
    connect: ({ threadId, runId }) => ({
      start: async (sink) => {
        await sink.write([
          { type: 'RUN_STARTED', threadId, runId },
          { type: 'RUN_FINISHED', threadId, runId },
        ])
      },
      leave: () => undefined,
    }),
    stop: (threadId) => {
      active.get(threadId)?.stop()
      return active.has(threadId)
    },
    expire: () => Promise.resolve(),
    close: async () => {
      for (const run of active.values()) run.stop()
    },
  }
}

class ForeignRun implements TakenRun {
  readonly #agent: AgUiAgent
  readonly #input: RunInput
  readonly #onEnd: () => void
  readonly #stopped = new AbortController()

  constructor(agent: AgUiAgent, input: RunInput, onEnd: () => void) {
    this.#agent = agent
    this.#input = input
    this.#onEnd = onEnd
  }

  async start(sink: RunSink): Promise<void> {
    let hasBegun = false
    let hasEnded = false
    let writing: Promise<void> | undefined
    const tell = (event: AgUiEvent): void => {
      hasBegun = true
      hasEnded = isTerminal(event)
      const taken = sink.write([event])
      if (taken !== undefined) writing = taken
    }
    try {
      await this.#follow(tell)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (!hasEnded) tell({ type: 'RUN_ERROR', message, code: 'agent_error' })
    } finally {
      this.#onEnd()
    }
    if (!hasEnded) tell(this.#ending(hasBegun))
    await writing
  }

  stop(): void {
    this.#stopped.abort()
  }

  leave(how: 'cancel' | 'detach'): void {
    if (how === 'cancel') this.stop()
  }

  #ending(hasBegun: boolean): AgUiEvent {
    const message = this.#stopped.signal.aborted
      ? 'The run was stopped'
      : hasBegun
        ? 'The agent ended the run without a terminal event'
        : 'The agent sent no events'
    return { type: 'RUN_ERROR', message, code: this.#stopped.signal.aborted ? 'aborted' : 'agent_error' }
  }

  #follow(tell: (event: AgUiEvent) => void): Promise<void> {
    const own = (this.#agent.clone?.() ?? this.#agent) as AgUiAgent
    return new Promise((resolve, reject) => {
      const subscription = own.run(this.#input as never).subscribe({
        next: (event) => tell(event as AgUiEvent),
        error: reject,
        complete: resolve,
      })
      this.#stopped.signal.addEventListener('abort', () => {
        subscription.unsubscribe()
        resolve()
      })
    })
  }
}
