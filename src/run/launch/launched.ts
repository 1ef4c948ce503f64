import { TextRedactor } from '../../process/redact-text.ts'
import type { ProcessExit, RunningProcess, StopOptions } from '../../process/start-process.ts'
import type { RunFolder } from './run-folder.ts'

interface LaunchedOptions {
  program: string
  environment: Readonly<Record<string, string | undefined>>
  folder: RunFolder | undefined
  secrets: readonly string[]
}

/** A started agent. A class, because closures would cost more memory in every idle session. */
export class Launched {
  readonly process: RunningProcess
  /** The agent's program or its bridge, not the interpreter. */
  readonly program: string
  /** The environment of the agent. */
  readonly environment: LaunchedOptions['environment']
  readonly #folder: RunFolder | undefined
  readonly #secrets: readonly string[]

  constructor(running: RunningProcess, { program, environment, folder, secrets }: LaunchedOptions) {
    this.process = running
    this.program = program
    this.environment = environment
    this.#folder = folder
    this.#secrets = secrets
  }

  /** The folder of the run, if the plan needs one. */
  get folder(): string | undefined {
    return this.#folder?.path
  }

  /** Removes the agent's secrets from a text. */
  redact(text: string): string {
    return new TextRedactor(this.#secrets).redact(text)
  }

  /** Stops the agent and its child processes, and removes the folder of the run. Call it even after the agent has exited. */
  async stop(options?: StopOptions): Promise<ProcessExit> {
    const exit = await this.process.stop(options)
    await this.#folder?.remove()
    return exit
  }
}
