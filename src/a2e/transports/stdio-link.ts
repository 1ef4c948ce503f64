import { once } from 'node:events'
import { ignore } from '../../core/ignore.ts'
import { JsonLinesDecoder } from '../../core/json-lines/json-lines.ts'
import { type RunningProcess, startProcess } from '../../process/start-process.ts'
import { A2EError } from '../a2e-error.ts'
import type { ClientLink, LinkEvents } from '../client-link.ts'

/** A host that the client starts and stops. */
export interface StdioTarget {
  command: string
  arguments?: readonly string[]
  /** The working folder of the host; the current folder if omitted. */
  cwd?: string
  /** The complete environment of the host; that of this process if omitted. */
  env?: Readonly<Record<string, string | undefined>>
}

/** Starts a host and exchanges messages over its stdin and stdout. Ignores other output of the host. */
export class StdioLink implements ClientLink {
  readonly #target: StdioTarget
  #process: RunningProcess | undefined
  #closed = false

  constructor(target: StdioTarget) {
    this.#target = target
  }

  async open(events: LinkEvents): Promise<void> {
    const { command, arguments: commandArguments = [], cwd = process.cwd(), env = process.env } = this.#target
    const running = await startProcess({
      command,
      arguments: commandArguments,
      cwd,
      environment: env,
      stdin: 'open',
    })
    this.#process = running
    const decoder = new JsonLinesDecoder({
      onValue: (value) => events.onMessage(value),
      onBadLine: ignore,
      onText: ignore,
    })
    running.stdout.on('data', (chunk: Buffer) => decoder.push(chunk))
    running.stdout.on('end', () => decoder.end())
    void this.#watch(running, events)
  }

  async #watch(running: RunningProcess, events: LinkEvents): Promise<void> {
    const { exitCode, signal } = await running.exited
    if (this.#closed) return
    const tail = running.stderrTail().trim()
    const message = `The host ended with ${signal ?? `code ${exitCode}`}${tail === '' ? '' : `: ${tail}`}`
    events.onLost(new A2EError('session_lost', message), { again: false })
  }

  async send(line: string): Promise<void> {
    const stdin = this.#process?.stdin
    if (stdin?.write(`${line}\n`) === false && this.#process !== undefined)
      await Promise.race([once(stdin, 'drain'), this.#process.exited])
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#process?.stop({ closeGraceMs: 3000 })
  }
}
