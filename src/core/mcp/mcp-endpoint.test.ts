import { Client, LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/client'
import type { JSONRPCMessage, Transport, VersionNegotiationOptions } from '@modelcontextprotocol/client'
import { expect, it, onTestFinished } from 'vitest'
import { McpEndpoint } from './mcp-endpoint.ts'
import { initializedVersions, mcpVersions } from './mcp-versions.ts'

function served(): { endpoint: McpEndpoint; written: object[] } {
  const written: object[] = []
  const endpoint = new McpEndpoint({
    title: 'Tests',
    tools: () => [{ name: 'one', description: 'One', inputSchema: { type: 'object' } }],
    call: async (name) => {
      if (name === 'broken') throw new Error('It broke')
      return { text: name, structuredContent: { name } }
    },
    write: (message) => void written.push(message),
  })
  return { endpoint, written }
}
const call = (name: string, input: unknown = {}): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
})

it('answers a call once, also one that throws', async () => {
  const { endpoint, written } = served()
  await endpoint.take(call('one'))
  await endpoint.take(call('broken'))
  await endpoint.take(call('one', []))
  expect(written).toEqual([
    {
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'text', text: 'one' }], structuredContent: { name: 'one' } },
    },
    { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'It broke' } },
    { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'The arguments of a tool must be an object' } },
  ])
})

/** The official client of an endpoint, in one process. */
async function officialClient(
  versionNegotiation: VersionNegotiationOptions,
): Promise<{ client: Client; endpoint: McpEndpoint; names: string[]; changes: () => number }> {
  const names = ['one']
  let changes = 0
  const transport: Transport = {
    start: async () => {},
    send: async (message) => void endpoint.take(message),
    close: async () => transport.onclose?.(),
  }
  const endpoint = new McpEndpoint({
    title: 'Tests',
    instructions: 'Use one.',
    tools: () => names.map((name) => ({ name, description: name, inputSchema: { type: 'object' } })),
    call: async (name) => ({ text: `called ${name}` }),
    write: (message) => queueMicrotask(() => transport.onmessage?.(message as JSONRPCMessage)),
  })
  const client = new Client(
    { name: 'official', version: '1' },
    {
      versionNegotiation,
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => (changes += 1) } },
    },
  )
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, endpoint, names, changes: () => changes }
}

it('speaks all versions of the official client', () => {
  expect(initializedVersions).toEqual(SUPPORTED_PROTOCOL_VERSIONS)
  expect(initializedVersions[0]).toBe(LATEST_PROTOCOL_VERSION)
  expect(mcpVersions).toEqual([
    '2026-07-28',
    '2025-11-25',
    '2025-06-18',
    '2025-03-26',
    '2024-11-05',
    '2024-10-07',
  ])
})

it.each<[VersionNegotiationOptions['mode'], string]>([
  ['auto', '2026-07-28'],
  [{ pin: '2026-07-28' }, '2026-07-28'],
  ['legacy', '2025-11-25'],
])('serves the official client that negotiates %j with %s', async (mode, negotiated) => {
  const { client, endpoint, names, changes } = await officialClient({ mode })
  expect(client.getNegotiatedProtocolVersion()).toBe(negotiated)
  expect(client.getServerVersion()).toMatchObject({ name: 'capstan', title: 'Tests' })
  expect(client.getInstructions()).toBe('Use one.')
  expect((await client.listTools()).tools).toMatchObject([{ name: 'one' }])
  expect(await client.callTool({ name: 'one', arguments: {} })).toMatchObject({
    content: [{ type: 'text', text: 'called one' }],
  })
  names.push('two')
  endpoint.toolsChanged()
  await expect.poll(changes).toBe(1)
  expect((await client.listTools()).tools).toMatchObject([{ name: 'one' }, { name: 'two' }])
})

it('refuses an unknown version with those it supports', async () => {
  const { endpoint, written } = served()
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }
  await endpoint.take({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } })
  expect(written).toEqual([
    {
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32022,
        message: 'Unsupported protocol version "2099-01-01"',
        data: { supported: ['2026-07-28'], requested: '2099-01-01' },
      },
    },
  ])
})
