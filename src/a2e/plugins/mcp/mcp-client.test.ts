import { expect, it } from 'vitest'
import { McpClient } from './mcp-client.ts'
import type { McpListener, McpMessage } from './mcp-transport.ts'

/** A server in this process that answers `initialize` and records later messages of the client. */
async function connected(
  root?: string,
): Promise<{ client: McpClient; listener: McpListener; sent: McpMessage[] }> {
  const sent: McpMessage[] = []
  const opened = Promise.withResolvers<McpListener>()
  const client = new McpClient({
    timeout: 10_000,
    ...(root === undefined ? {} : { root }),
    open: async (listener) => {
      opened.resolve(listener)
      return {
        send: async (message) => {
          sent.push(message)
          const { id, method } = message
          if (method === 'initialize' && id !== undefined)
            queueMicrotask(() =>
              listener.onMessage({ jsonrpc: '2.0', id, result: { protocolVersion: '2024-11-05' } }),
            )
        },
        close: async () => {},
      }
    },
  })
  await client.connect(new AbortController().signal)
  sent.length = 0
  return { client, listener: await opened.promise, sent }
}

it('answers ping and roots/list, and refuses sampling', async () => {
  const { listener, sent } = await connected('file:///root')
  for (const [id, method] of ['ping', 'roots/list', 'sampling/createMessage'].entries())
    listener.onMessage({ jsonrpc: '2.0', id, method })
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 0, result: {} },
    { jsonrpc: '2.0', id: 1, result: { roots: [{ uri: 'file:///root', name: 'root' }] } },
    {
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32601, message: 'sampling/createMessage is not supported' },
    },
  ])
})

it('notifies the server of a canceled request', async () => {
  const { client, sent } = await connected()
  const stop = new AbortController()
  const pending = client.request('tools/call', {}, stop.signal)
  stop.abort()
  await expect(pending).rejects.toMatchObject({ code: 'timeout', message: 'tools/call was canceled' })
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: {} },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } },
  ])
})

it('fails open and later requests when the server disconnects', async () => {
  const { client, listener } = await connected()
  const { signal } = new AbortController()
  const pending = client.request('tools/call', {}, signal)
  listener.onClose(new Error('exit code 1'))
  const gone = {
    code: 'mcp_server_unavailable',
    message: 'The server disconnected: exit code 1',
    retryable: true,
  }
  await expect(pending).rejects.toMatchObject(gone)
  await expect(client.request('ping', {}, signal)).rejects.toMatchObject(gone)
})
