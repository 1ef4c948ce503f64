import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { CapstanError } from '../../src/core/capstan-error.ts'

/** Requests that are sent at once, each on a connection that is open already. */
export interface Burst {
  readonly port: number
  readonly path: string
  readonly count: number
  readonly input: object
}

/** The outcome of a burst. */
export interface BurstTimes {
  /** Milliseconds from each request to the first byte of its body. */
  readonly firstMs: readonly number[]
  /** The distinct types of the last events. */
  readonly ends: readonly string[]
}

/** A process that sends bursts: in the process of the server, its own work would delay the server's. */
export class BurstClient {
  readonly #process = fork(join(import.meta.dirname, 'burst-client.ts'))

  /** The median of the times to the first byte. @throws CapstanError if a run did not finish. */
  async median(burst: Burst): Promise<number> {
    this.#process.send(burst)
    const [{ firstMs, ends }] = (await once(this.#process, 'message')) as [BurstTimes]
    if (ends.join() !== 'RUN_FINISHED') {
      throw new CapstanError('BENCH_RUN_FAILED', `Runs ended with ${ends.join(', ')}`)
    }
    return firstMs.toSorted((one, other) => one - other)[Math.floor(firstMs.length / 2)] ?? Number.NaN
  }

  async close(): Promise<void> {
    this.#process.disconnect()
    await once(this.#process, 'exit')
  }
}
