import { isRecord } from '../../../core/is-record.ts'
import { JsonLinesDecoder } from '../../../core/json-lines/json-lines.ts'
import type { ProcessExit } from '../../../process/start-process.ts'
import { startProcessLazily } from '../process.lazy.ts'
import type { McpListener, McpMessage, McpTransport } from './mcp-transport.ts'

export interface McpProcessOptions {
  command: readonly string[]
  cwd: string
  environment: Readonly<Record<string, string>>
  log: (text: string) => void
}

/** Starts an MCP server and exchanges messages over its stdin and stdout, one per line. */
export async function openMcpProcess(
  { command: [program = '', ...rest], cwd, environment, log }: McpProcessOptions,
  listener: McpListener,
): Promise<McpTransport> {
  const running = await startProcessLazily({
    command: program,
    arguments: rest,
    cwd,
    environment,
    stdin: 'open',
  })
  const decoder = new JsonLinesDecoder({
    onValue: (value) => {
      if (isRecord(value)) listener.onMessage(value as unknown as McpMessage)
    },
    onBadLine: ({ message }) => log(`The MCP server ${program} wrote a line that is not JSON: ${message}`),
  })
  running.stdout.on('data', (chunk: Buffer) => decoder.push(chunk))
  void running.exited.then((exit) => listener.onClose(endOf(program, exit, running.stderrTail())))
  return {
    send: async (message) => {
      const { stdin } = running
      await new Promise<void>((resolve, reject) => {
        const line = `${JSON.stringify(message)}\n`
        if (stdin === null || !stdin.writable) reject(new Error(`${program} no longer reads its input`))
        else stdin.write(line, (error) => (error === null || error === undefined ? resolve() : reject(error)))
      })
    },
    close: async () => {
      await running.stop()
    },
  }
}

/** An error with the exit status and the last line of stderr. */
function endOf(program: string, { exitCode, signal }: ProcessExit, stderr: string): Error {
  const last = stderr.trim().split('\n').at(-1) ?? ''
  const how = `${program} ended with ${signal ?? `exit code ${exitCode}`}`
  return new Error(last === '' ? how : `${how}: ${last}`)
}
