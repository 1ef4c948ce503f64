import { expect, it } from 'vitest'
import { McpEndpoint } from './mcp-endpoint.ts'

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
