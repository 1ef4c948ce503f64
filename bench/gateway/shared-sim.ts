import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'
import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import { sim } from '../../src/agents/catalog/sim/definition.ts'
import type { SimCounts } from './sim-host.ts'

/**
 * Sims that share one process. Each run starts a small relay program, which connects its standard streams with a sim.
 * Apart from that, they behave like the sim, which starts a Node process for each session.
 */
export class SharedSim {
  readonly definition: AgentDefinition
  readonly #host: ChildProcess
  #counts: SimCounts = { sims: 0, waiting: 0 }
  #changed: () => void = () => undefined

  /** Starts the process of the sims. Each run starts the program `relay`. */
  static async start(relay: string): Promise<SharedSim> {
    const folder = dirname(relay)
    const socket = join(folder, 'sims')
    const host = fork(join(import.meta.dirname, 'sim-host.ts'), [socket, join(folder, 'sessions')])
    await once(host, 'message')
    // Capstan detects it like any other agent.
    process.env['PATH'] = [folder, process.env['PATH']].join(delimiter)
    const binary = 'sim-relay'
    return new SharedSim(host, { ...sim, binaries: [binary], acp: { binary, arguments: [socket] } })
  }

  private constructor(host: ChildProcess, definition: AgentDefinition) {
    this.definition = definition
    this.#host = host
    host.on('message', (counts) => {
      this.#counts = counts as SimCounts
      this.#changed()
    })
  }

  /** Resolves when this many sims have received a prompt and wait. */
  waiting(count: number): Promise<void> {
    return this.#until(() => this.#counts.waiting === count)
  }

  /** Lets the waiting sims answer. */
  answer(): void {
    this.#host.send('answer')
  }

  /** Resolves when all sims have ended. */
  gone(): Promise<void> {
    return this.#until(() => this.#counts.sims === 0)
  }

  async close(): Promise<void> {
    this.#host.disconnect()
    await once(this.#host, 'exit')
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        this.#changed = resolve
      })
    }
  }
}
