#!/usr/bin/env node
import { connect } from 'node:net'
import { socketVariable, tokenVariable } from './tool-bridge.ts'

/** The MCP server that an agent starts: pipes stdio to the gateway's socket. */
const { [socketVariable]: path, [tokenVariable]: token } = process.env
if (!path || !token) {
  process.stderr.write(`${socketVariable} and ${tokenVariable} are not set: only agents start this program\n`)
  process.exitCode = 2
} else {
  const socket = connect(path)
  socket.write(`${JSON.stringify({ token })}\n`)
  process.stdin.pipe(socket)
  socket.pipe(process.stdout)
  // Either side may close at any time; that ends the program.
  for (const stream of [socket, process.stdin, process.stdout]) stream.on('error', () => process.exit(0))
  socket.on('close', () => process.exit(0))
}
