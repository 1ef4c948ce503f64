import { TextRedactor } from '../../process/redact-text.ts'
import type { ProcessExit, RunningProcess, StopOptions } from '../../process/start-process.ts'
import type { RunFolder } from './run-folder.ts'

interface LaunchedOptions {
  program: string
  environment: Readonly<Record<string, string | undefined>>
  folder: RunFolder | undefined
  secrets: readonly string[]
}

/** An agent that was started. A class, because closures would weigh more in every idle session. */
export class Launched {
  readonly process: RunningProcess
  /** The program that was found: the agent's own or its bridge, not what interprets it. */
  readonly program: string
  /** The variables of the agent. */
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

  /** The folder of the run, where the plan needs one. */
  get folder(): string | undefined {
    return this.#folder?.path
  }

  /** A text of the agent without its secrets. */
  redact(text: string): string {
    return new TextRedactor(this.#secrets).redact(text)
  }

  /** Ends it with all it started, and removes the folder of the run. Has to be called also when it ended by itself. */
  async stop(options?: StopOptions): Promise<ProcessExit> {
    const exit = await this.process.stop(options)
    await this.#folder?.remove()
    return exit
  }
}
