import { ignore } from '../../core/ignore.ts'
import { TextRedactor } from '../../process/redact-text.ts'
import type { ProcessExit, RunningProcess, StopOptions } from '../../process/start-process.ts'
import type { AgentProxy } from '../confinement/agent-proxy.ts'
import type { Confinement } from '../confinement/confinement.ts'
import type { RunFolder } from './run-folder.ts'

interface LaunchedOptions {
  program: string
  environment: Readonly<Record<string, string | undefined>>
  folder: RunFolder | undefined
  secrets: readonly string[]
  confinement: Confinement | undefined
  /** The model proxy of an agent in an open network. */
  proxy: AgentProxy | undefined
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
  /** The sandbox of the agent, if it runs in one. */
  readonly confinement: Confinement | undefined
  readonly #proxy: AgentProxy | undefined

  constructor(
    running: RunningProcess,
    { program, environment, folder, secrets, confinement, proxy }: LaunchedOptions,
  ) {
    this.process = running
    this.program = program
    this.environment = environment
    this.#folder = folder
    this.#secrets = secrets
    this.confinement = confinement
    this.#proxy = proxy
  }

  /** The folder of the run, if the plan needs one. */
  get folder(): string | undefined {
    return this.#folder?.path
  }

  /** Refuses all further model calls, until the returned function is called. Without a proxy it does nothing. */
  halt(message: string): () => void {
    return (this.#proxy ?? this.confinement)?.halt(message) ?? ignore
  }

  /** Runs a turn; what was allowed in it ends with it. */
  async confined<Result>(turn: () => Promise<Result>): Promise<Result> {
    try {
      return await turn()
    } finally {
      await this.confinement?.endTurn()
    }
  }

  /** Removes the agent's secrets from a text. */
  redact(text: string): string {
    return new TextRedactor(this.#secrets).redact(text)
  }

  /** Stops the agent and its child processes, and removes the folder of the run. Call it even after the agent has exited. */
  async stop(options?: StopOptions): Promise<ProcessExit> {
    const exit = await this.process.stop(options)
    await this.confinement?.close()
    await this.#proxy?.close()
    await this.#folder?.remove()
    return exit
  }
}
