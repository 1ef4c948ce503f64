#!/usr/bin/env node
// An ACP agent that does nothing, to measure the client. It reads and writes synchronously without streams, so that it
// starts fast and blocks when the pipe is full. The prompts `text N` and `tool N` request N updates.
const { readSync, writeSync } = require('node:fs')

const linesInBlock = 500
const isVersion2 = process.argv.includes('--v2')

const updates = {
  text: (index) => ({
    sessionUpdate: 'agent_message_chunk',
    messageId: 'm1',
    content: { type: 'text', text: `piece ${String(index).padStart(3, '0')} of it ` },
  }),
  tool: (index) => ({
    sessionUpdate: 'tool_call_update',
    toolCallId: `call_${String(index).padStart(3, '0')}`,
    status: 'in_progress',
    content: [{ type: 'content', content: { type: 'text', text: '42 lines were read' } }],
    locations: [{ path: '/project/src/main.ts', line: 42 }],
    rawInput: { path: 'src/main.ts', offset: 0, limit: 2000, reason: 'to begin' },
  }),
}

function write(bytes) {
  for (let from = 0; from < bytes.length;) from += writeSync(1, bytes, from)
}

const send = (message) => write(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`))
const update = (body) => ({ method: 'session/update', params: { sessionId: 's1', update: body } })

function work(prompt) {
  const [kind, count] = prompt.split(' ')
  const length = Math.min(Number(count), linesInBlock)
  const lines = Array.from({ length }, (_, index) => {
    return `${JSON.stringify({ jsonrpc: '2.0', ...update(updates[kind](index)) })}\n`
  })
  const block = Buffer.from(lines.join(''))
  for (let sent = 0; sent < Number(count); sent += length) write(block)
}

function answer({ id, method, params }) {
  if (id === undefined) return
  if (method === 'initialize') {
    const one = { protocolVersion: 1, agentCapabilities: {} }
    const two = {
      protocolVersion: 2,
      info: { name: 'null', version: '1.0.0' },
      capabilities: { session: {} },
    }
    send({ id, result: isVersion2 ? two : one })
  } else if (method === 'session/new') send({ id, result: { sessionId: 's1' } })
  else if (method === 'session/prompt' && isVersion2) {
    send({ id, result: {} })
    work(params.prompt[0].text)
    send(update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }))
  } else if (method === 'session/prompt') {
    work(params.prompt[0].text)
    send({ id, result: { stopReason: 'end_turn' } })
  } else send({ id, error: { code: -32601, message: 'Method not found' } })
}

const input = Buffer.alloc(65536)
let rest = ''
try {
  for (let length = readSync(0, input); length > 0; length = readSync(0, input)) {
    const lines = (rest + input.toString('utf8', 0, length)).split('\n')
    rest = lines.pop()
    for (const line of lines) answer(JSON.parse(line))
  }
} catch (error) {
  // The client disconnected during an answer.
  if (error.code !== 'EPIPE') throw error
}
