#!/usr/bin/env node
import { JsonLinesDecoder } from '../../core/json-lines/json-lines.ts'
import type { SessionsConnection } from '../wire/connect.ts'
import { LazyConnection } from './lazy-connection.ts'
import { createSessionsEndpoint } from './mcp-endpoint.ts'
import { socketVariable, tokenVariable } from './mcp-variables.ts'

/** The MCP server that a session's agent starts: by it the agent writes to others and invokes actions. */
function main(): void {
  const { [socketVariable]: socketPath, [tokenVariable]: token } = process.env
  if (!socketPath || !token) {
    process.stderr.write(
      `This is started by an agent, for a session of Capstan: ${socketVariable} and ${tokenVariable} are not set.\n`,
    )
    process.exitCode = 2
    return
  }
  const connection = new LazyConnection({ socketPath, token }, (made) => void watchActions(made))
  const endpoint = createSessionsEndpoint({
    connect: () => connection.get(),
    write: (message) => {
      const isTaken = process.stdout.write(`${JSON.stringify(message)}\n`)
      if (isTaken) return
      process.stdin.pause()
      process.stdout.once('drain', () => process.stdin.resume())
    },
  })
  const watchActions = async (made: SessionsConnection): Promise<void> => {
    try {
      for await (const _ of made.stream('actions.watch', {})) endpoint.toolsChanged()
    } catch {
      // The host went; the next call says so.
    }
  }
  const decoder = new JsonLinesDecoder({
    onValue: (value) => void endpoint.take(value),
    onBadLine: () => void endpoint.take(undefined),
  })
  const end = (): void => {
    endpoint.stop()
    void connection.close()
  }
  // An agent that is gone does not read.
  process.stdout.on('error', () => process.exit(0))
  process.stdin.on('data', (chunk: Buffer) => decoder.push(chunk))
  process.stdin.on('end', () => {
    decoder.end()
    // What needs no waiting is answered.
    setImmediate(end)
  })
}

main()
