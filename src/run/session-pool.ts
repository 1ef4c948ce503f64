import { ignore } from '../core/ignore.ts'
import type { Client } from './client.ts'
import type { RunSession } from './session.ts'
import type { RunSessionOptions, SessionChanges } from './session-options.ts'
import { StartQueue } from './start-queue.ts'

/** Opens sessions, and resumes sessions whose process has ended. */
export interface SessionStarter {
  session(agent: string, options?: RunSessionOptions): Promise<RunSession>
  resume?(session: RunSession, changes: SessionChanges): Promise<void>
}

export interface SessionPoolOptions {
  client: Pick<Client, 'session'>
  /** The maximum number of sessions with a running agent. */
  maxRunning: number
  /** Creates the error for a full pool. */
  refusal: () => Error
}

/** The sessions of a server: limits the number of running agents, and stops all of them together. */
export class SessionPool implements SessionStarter {
  readonly #options: SessionPoolOptions
  readonly #sessions = new Set<RunSession>()
  readonly #starts = new StartQueue(mostStarts())
  #starting = 0

  constructor(options: SessionPoolOptions) {
    this.#options = options
  }

  session(agent: string, options?: RunSessionOptions): Promise<RunSession> {
    return this.#start(async () => {
      const session = await this.#options.client.session(agent, options)
      this.#sessions.add(session)
      return session
    }, options?.signal)
  }

  resume(session: RunSession, changes: SessionChanges): Promise<void> {
    return this.#start(() => session.resume(changes))
  }

  /** Stops the agents of all sessions. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#sessions, (session) => session.close().catch(ignore)))
  }

  async #start<Result>(start: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    let running = this.#starting
    for (const session of this.#sessions) {
      if (session.isClosed) this.#sessions.delete(session)
      else if (session.ended === undefined) running += 1
    }
    if (running >= this.#options.maxRunning) throw this.#options.refusal()
    this.#starting += 1
    try {
      return await this.#starts.run(start, signal)
    } finally {
      this.#starting -= 1
    }
  }
}

/** Agents mostly compute while they start, so more at once would only slow each other and this process down. */
function mostStarts(): number {
  return Math.max(4, process.getBuiltinModule('node:os').availableParallelism())
}
