import { JsonLinesDecoder } from '../../../core/json-lines/json-lines.ts'
import type { ProcessExit, RunningProcess } from '../../../process/start-process.ts'
import { McpInbox } from './mcp-inbox.ts'
import { tooLargeText } from './mcp-message-limit.ts'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'

export interface McpProcessOptions {
  program: string
  /** The largest message of the server. */
  maxMessageBytes: number
  start: () => Promise<RunningProcess>
  log: (text: string) => void
  /** Called once, when the server has exited. */
  onLost: (reason: Error) => void
}

/**
 * Exchanges messages with a started MCP server, one per line. The transport of the official client starts servers without a
 * process group, adds variables to their environment and signals only the direct child, so this one uses Capstan's processes.
 */
export class McpProcess implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** The client recognizes stdio by this name and `pid`: only there it takes silence for an earlier protocol version. */
  readonly stderr = null
  readonly #options: McpProcessOptions
  readonly #inbox = new McpInbox((message) => this.onmessage?.(message))
  #running: RunningProcess | undefined
  #isClosed = false

  constructor(options: McpProcessOptions) {
    this.#options = options
  }

  get pid(): number | null {
    return this.#running?.pid ?? null
  }

  async start(): Promise<void> {
    const { program, start, log, maxMessageBytes } = this.#options
    const running = await start()
    this.#running = running
    if (this.#isClosed) {
      await running.stop()
      throw new Error('The connection was closed')
    }
    const decoder = new JsonLinesDecoder({
      maxLineBytes: maxMessageBytes,
      onValue: (value) => this.#inbox.receive(value),
      onBadLine: ({ message, code }) => {
        log(`The MCP server ${program} wrote a line that is not JSON: ${message}`)
        // Other lines may be output of a program that the server runs.
        if (code === 'JSON_LINE_TOO_LONG') this.#inbox.failOnly(tooLargeText(maxMessageBytes))
      },
    })
    running.stdout.on('data', (chunk: Buffer) => decoder.push(chunk))
    void this.#watch(running)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#running?.stdin
    await new Promise<void>((resolve, reject) => {
      if (stdin?.writable !== true) {
        reject(new Error(`${this.#options.program} no longer reads its input`))
        return
      }
      this.#inbox.sent(message)
      stdin.write(`${JSON.stringify(message)}\n`, (error) =>
        error === null || error === undefined ? resolve() : reject(error),
      )
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running?.stop()
  }

  async #watch(running: RunningProcess): Promise<void> {
    const { program, onLost } = this.#options
    onLost(endOf(program, await running.exited, running.stderrTail()))
    this.onclose?.()
  }
}

/** An error with the exit status and the last line of stderr. */
function endOf(program: string, { exitCode, signal }: ProcessExit, stderr: string): Error {
  const last = stderr.trim().split('\n').at(-1) ?? ''
  const how = `${program} ended with ${signal ?? `exit code ${exitCode}`}`
  return new Error(last === '' ? how : `${how}: ${last}`)
}
