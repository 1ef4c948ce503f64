import { type AgUiEvent, isTerminal } from './ag-ui/events.ts'
import type { RunInput } from './ag-ui/input.ts'
import { GatewayError } from './gateway-error.ts'
import type { RunSink, AcceptedRun } from './threads/run-sink.ts'
import type { ServedAgent } from './served-agent.ts'

/** The part of an AG-UI agent that the gateway needs: any `AbstractAgent` of `@ag-ui/client` fits. */
export interface AgUiAgent {
  readonly agentId?: string | undefined
  readonly description?: string | undefined
  /** Returns the events of the run as an observable. */
  run(input: never): {
    subscribe(observer: {
      next: (event: unknown) => void
      error: (error: unknown) => void
      complete: () => void
    }): { unsubscribe(): void }
  }
  getCapabilities?(): Promise<object>
  /** Returns a copy, so that concurrent runs share no state. */
  clone?(): unknown
}

/**
 * Makes any AG-UI agent servable: `gateway.add(serveAgent(agent))`. Its events are forwarded unchanged; a stream that
 * fails or ends without a terminal event gets one.
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
      disconnect: () => undefined,
    }),
    stop: (threadId, runId) => {
      const run = active.get(threadId)
      if (run === undefined || (runId ?? run.id) !== run.id) return false
      run.stop()
      return true
    },
    close: async () => {
      for (const run of active.values()) run.stop()
    },
  }
}

class ForeignRun implements AcceptedRun {
  readonly #agent: AgUiAgent
  readonly #input: RunInput
  readonly #onEnd: () => void
  readonly #stopped = new AbortController()

  constructor(agent: AgUiAgent, input: RunInput, onEnd: () => void) {
    this.#agent = agent
    this.#input = input
    this.#onEnd = onEnd
  }

  get id(): string {
    return this.#input.runId
  }

  async start(sink: RunSink): Promise<void> {
    let hasBegun = false
    let hasEnded = false
    let writing: Promise<void> | undefined
    const emit = (event: AgUiEvent): void => {
      hasBegun = true
      hasEnded = isTerminal(event)
      const written = sink.write([event])
      if (written !== undefined) writing = written
    }
    try {
      await this.#follow(emit)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (!hasEnded) emit({ type: 'RUN_ERROR', message, code: 'agent_error' })
    } finally {
      this.#onEnd()
    }
    if (!hasEnded) emit(this.#ending(hasBegun))
    await writing
  }

  stop(): void {
    this.#stopped.abort()
  }

  disconnect(how: 'cancel' | 'detach'): void {
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

  #follow(emit: (event: AgUiEvent) => void): Promise<void> {
    const own = (this.#agent.clone?.() ?? this.#agent) as AgUiAgent
    return new Promise((resolve, reject) => {
      const subscription = own.run(this.#input as never).subscribe({
        next: (event) => emit(event as AgUiEvent),
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
