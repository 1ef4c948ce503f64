import { StringDecoder } from 'node:string_decoder'
import type { ProcessExit, RunningProcess } from '../../../process/start-process.ts'
import type { PluginSession } from '../../plugin.ts'

/** The status of a process, as sent to the agent. */
export type ProcessStatus = 'running' | 'completed' | 'failed' | 'killed' | 'timeout'

export interface ChildOptions {
  id: string
  session: PluginSession
  running: RunningProcess
  /** How many characters of output to pass on; further output is read and dropped. */
  outputLimit: number
}

/** A process of a session. Its output is pushed to the agent as it arrives. */
export class Child {
  readonly id: string
  readonly pid: number
  /** Resolves when the process has ended and the status was pushed to the agent. */
  readonly ended: Promise<void>
  readonly #session: PluginSession
  readonly #running: RunningProcess
  #left: number
  #status: ProcessStatus = 'running'
  #error = ''

  constructor({ id, session, running, outputLimit }: ChildOptions) {
    this.id = id
    this.pid = running.pid
    this.#session = session
    this.#running = running
    this.#left = outputLimit
    const decoder = new StringDecoder('utf8')
    running.stdout.on('data', (bytes: Buffer) => this.pushOutput('stdout', decoder.write(bytes)))
    this.ended = running.exited.then((exit) => this.#end(exit))
  }

  get status(): ProcessStatus {
    return this.#status
  }

  /** Why the process failed; empty if it did not. */
  get error(): string {
    return this.#error
  }

  /** Pushes output of the process to the agent, up to the limit. */
  pushOutput(stream: 'stdout' | 'stderr', text: string): void {
    if (text === '' || this.#left <= 0) return
    const kept = text.slice(0, this.#left)
    this.#left -= text.length
    this.#push(stream, { text: kept })
    if (this.#left < 0) this.#push(stream, { truncated: true })
  }

  /** False when the process no longer reads its stdin. */
  async write(data: string, isLast: boolean): Promise<boolean> {
    const { stdin } = this.#running
    if (stdin === null || !stdin.writable || this.#status !== 'running') return false
    // A process that reads slowly slows the writer.
    await new Promise<void>((resolve) => stdin.write(data, () => resolve()))
    if (isLast) stdin.end()
    return true
  }

  /** Stops the process and all its children; resolves when all have ended. */
  async stop(status: 'killed' | 'timeout', isForced = false): Promise<void> {
    if (this.#status === 'running') this.#status = status
    await this.#running.stop({ closeGraceMs: 0, ...(isForced ? { termGraceMs: 0 } : {}) })
    await this.ended
  }

  #end({ exitCode, signal }: ProcessExit): void {
    const isStopped = this.#status !== 'running'
    if (!isStopped) this.#status = exitCode === 0 ? 'completed' : 'failed'
    if (this.#status !== 'completed') this.#error = signal ?? `exit code ${exitCode}`
    this.#push(this.#status === 'completed' ? 'stdout' : 'stderr', { code: exitCode, signal })
  }

  #push(stream: 'stdout' | 'stderr', data: Record<string, unknown>): void {
    this.#session.push('proc/read/event', {
      kind: 'text' in data ? 'log' : 'status',
      proc_id: this.id,
      stream_type: stream,
      data,
    })
  }
}
