#!/usr/bin/env node
import { JsonLinesDecoder } from '../../core/json-lines/json-lines.ts'
import type { SessionsConnection } from '../wire/connect.ts'
import { LazyConnection } from './lazy-connection.ts'
import { createSessionsEndpoint } from './mcp-endpoint.ts'
import { socketVariable, tokenVariable } from './mcp-variables.ts'

/** The MCP server that the agent of a session starts, for messages and actions. */
function main(): void {
  const { [socketVariable]: socketPath, [tokenVariable]: token } = process.env
  if (!socketPath || !token) {
    process.stderr.write(
      `${socketVariable} and ${tokenVariable} are not set: let an agent of a Capstan session start this server.\n`,
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
      // The daemon closed the connection; the next call reports it.
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
  // The agent has ended.
  process.stdout.on('error', () => process.exit(0))
  process.stdin.on('data', (chunk: Buffer) => decoder.push(chunk))
  process.stdin.on('end', () => {
    decoder.end()
    // Answer requests that are ready first.
    setImmediate(end)
  })
}

main()
