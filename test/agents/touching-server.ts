import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** An MCP server with one tool, which writes a file. */
const touch = {
  name: 'touch',
  description: 'Writes a file',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}

interface Message {
  id?: number
  method: string
  params?: { protocolVersion?: string; arguments?: { path?: string } }
}

function resultOf({ method, params = {} }: Message): object {
  if (method === 'initialize') {
    const { protocolVersion } = params
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'touching', version: '1' } }
  }
  if (method === 'tools/list') return { tools: [touch] }
  if (method !== 'tools/call') return {}
  writeFileSync(params.arguments?.path ?? '', 'touched')
  return { content: [{ type: 'text', text: 'touched' }] }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line) as Message
  if (message.id === undefined) return
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) })}\n`)
})
