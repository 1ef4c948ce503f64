#!/usr/bin/env node
// A coding agent of your own in one file: it speaks ACP on stdin and stdout, one JSON object per line.
import { createInterface } from 'node:readline'

if (process.argv.includes('--version')) {
  console.log('1.0.0')
  process.exit(0)
}
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

const methods = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'greeter', version: '1.0.0' },
    agentCapabilities: { promptCapabilities: { embeddedContext: true } },
  }),
  'session/new': () => ({ sessionId: crypto.randomUUID() }),
  'session/prompt': ({ sessionId, prompt }) => {
    // Call your model here. Each update reaches the reader at once.
    const words = prompt.map(({ text = '' }) => text).join(' ')
    for (const text of ['Hello! ', `You said: ${words}`]) {
      const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }
      send({ method: 'session/update', params: { sessionId, update } })
    }
    return { stopReason: 'end_turn' }
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  // A notification, such as session/cancel, gets no answer.
  if (id === undefined) continue
  const run = methods[method]
  if (run === undefined) send({ id, error: { code: -32601, message: `Unknown method ${method}` } })
  else send({ id, result: run(params) })
}
