import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { McpInbox } from './mcp-inbox.ts'

/** What the client gets, while the requests with these ids are open. */
async function delivered(open: number[], ...messages: unknown[]): Promise<JSONRPCMessage[]> {
  const seen: JSONRPCMessage[] = []
  const inbox = new McpInbox((message) => void seen.push(message))
  for (const id of open) inbox.sent({ jsonrpc: '2.0', id, method: 'ping' })
  for (const message of messages) inbox.receive(message)
  await new Promise(setImmediate)
  return seen
}

const failed = (id: number, message: string): object => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32603, message },
})

it('passes answers, errors, requests and notifications on', async () => {
  const messages = [
    { jsonrpc: '2.0', method: 'notifications/message', params: {} },
    { jsonrpc: '2.0', id: 9, method: 'roots/list' },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 2, error: { code: -32000, message: 'no' } },
  ]
  expect(await delivered([1, 2], ...messages)).toEqual(messages)
})

it('matches an answer whose id is the number as text', async () => {
  expect(await delivered([1], { jsonrpc: '2.0', id: '1', result: {} })).toEqual([
    { jsonrpc: '2.0', id: 1, result: {} },
  ])
})

it.each<[string, unknown, string]>([
  ['has neither result nor error', { jsonrpc: '2.0', id: 1 }, 'The server sent an answer without a result'],
  [
    'has a text as result',
    { jsonrpc: '2.0', id: 1, result: 'x' },
    'The server sent an answer without a result',
  ],
  ['has an error for nobody', { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'cut' } }, 'cut'],
  ['has another id', { jsonrpc: '2.0', id: 7, result: {} }, 'The server sent an answer without a known id'],
  ['is a list', [{}], 'The server sent a message that is not an object'],
])('fails the only open request when an answer %s', async (_what, message, text) => {
  expect(await delivered([1], message)).toEqual([failed(1, text)])
})

it('blames no request when several are open', async () => {
  expect(
    await delivered([1, 2], { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'cut' } }),
  ).toEqual([])
})

it('expects no answer to a canceled request', async () => {
  const seen: JSONRPCMessage[] = []
  const inbox = new McpInbox((message) => void seen.push(message))
  for (const id of [1, 2]) inbox.sent({ jsonrpc: '2.0', id, method: 'tools/call' })
  inbox.sent({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
  inbox.receive({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'cut' } })
  await new Promise(setImmediate)
  expect(seen).toEqual([failed(2, 'cut')])
})

it('delivers an answer after the handlers of the notifications before it have run', async () => {
  const order: string[] = []
  const inbox = new McpInbox((message) => {
    // The official client runs handlers of notifications in a later microtask, and those of answers at once.
    if ('method' in message) queueMicrotask(() => order.push('progress'))
    else order.push('answer')
  })
  inbox.sent({ jsonrpc: '2.0', id: 1, method: 'tools/call' })
  inbox.receive({ jsonrpc: '2.0', method: 'notifications/progress' })
  inbox.receive({ jsonrpc: '2.0', id: 1, result: {} })
  await new Promise(setImmediate)
  expect(order).toEqual(['progress', 'answer'])
})
