import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { testAgent, testFolder, testHost, type A2EAgent } from '../../../../test/support/a2e.ts'
import { serveMcp } from '../../../../test/support/mcp-peer.ts'
import type { McpServerConfig } from './mcp-config.ts'
import { mcpPlugins } from './mcp-plugins.ts'

interface Message {
  id?: number
  method: string
  params?: Record<string, unknown>
}

type Results = Readonly<Record<string, unknown>>

const initialized = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'odd', version: '1' },
}

/** A server over stdio that gives these results, by method; an error for any other. */
function odd(results: Results): McpServerConfig {
  const script = `
    const results = ${JSON.stringify({ initialize: initialized, ...results })}
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line)
      if (id === undefined) return
      const raw = results['raw ' + method]
      const answer = raw !== undefined ? { jsonrpc: '2.0', ...raw }
        : method in results ? { jsonrpc: '2.0', id, result: results[method] }
        : { jsonrpc: '2.0', id, error: { code: -32601, message: 'none' } }
      process.stdout.write(JSON.stringify(answer) + '\\n')
    })`
  return { server_id: 'odd', cmd: [process.execPath, '-e', script], timeout: 20 }
}

async function lab(config: McpServerConfig): Promise<{ agent: A2EAgent; logs: string[] }> {
  const logs: string[] = []
  const plugins = mcpPlugins({ servers: [config] })
  const host = await testHost({ root: testFolder(), plugins, log: (text) => logs.push(text) })
  return { agent: await testAgent(host, ['mcp', 'tools']), logs }
}

const tool = { name: 'work', inputSchema: { type: 'object' } }
const call = { tool_name: 'odd__work', arguments: {} }

it('leaves out tools without a name, and says so', async () => {
  const unnamed = [{ inputSchema: { type: 'object' } }, { name: '' }, { name: 7 }]
  const { agent, logs } = await lab(odd({ 'tools/list': { tools: [...unnamed, tool] } }))
  expect((await agent.ask('tool/list/req', {}))['tools']).toMatchObject([{ name: 'odd__work' }])
  expect(logs).toContain('MCP server odd: Left out 3 tools without a name')
})

it('checks structured content against the schema of the tool', async () => {
  const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
  const promised = { 'tools/list': { tools: [{ ...tool, outputSchema }] } }
  const refusalOf = async (result: object): Promise<unknown> => {
    const { agent } = await lab(odd({ ...promised, 'tools/call': result }))
    return await agent.refusal('tool/call/req', call)
  }
  expect(await refusalOf({ content: [], structuredContent: { n: 'one' } })).toMatchObject({
    code: 'mcp_protocol_error',
    message:
      'The structured content of work does not match its output schema: n must be of type number, and is string',
  })
  expect(await refusalOf({ content: [] })).toMatchObject({
    code: 'mcp_protocol_error',
    message: 'work has an output schema and returned no structured content',
  })
  const { agent } = await lab(odd({ ...promised, 'tools/call': { content: [], isError: true } }))
  expect((await agent.ask('tool/call/req', call))['data']).toMatchObject({ success: false })
})

it('refuses a protocol version that the client does not support', async () => {
  const { agent } = await lab(odd({ initialize: { ...initialized, protocolVersion: '1999-01-01' } }))
  expect(await agent.refusal('mcp/prompt/list/req', { server_id: 'odd' })).toEqual({
    code: 'mcp_server_unavailable',
    message: "Cannot use the server odd: Server's protocol version is not supported: 1999-01-01",
    detail: { server_id: 'odd' },
  })
})

it('fails a call whose answer names no request', async () => {
  const { agent } = await lab(
    odd({
      'tools/list': { tools: [tool] },
      'raw tools/call': { id: null, error: { code: -32700, message: 'cannot read this' } },
    }),
  )
  expect(await agent.refusal('tool/call/req', call)).toEqual({
    code: 'mcp_protocol_error',
    message: 'cannot read this',
    detail: { mcp_code: -32603 },
  })
})

type Answer = (response: ServerResponse, id?: number) => void

/** A server over HTTP that answers calls in its own way. */
async function remote(
  answerCall: Answer,
  openStream: Answer = (response) => response.writeHead(405).end(),
): Promise<{ config: McpServerConfig; methods: string[] }> {
  const methods: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      if (request.method === 'GET') return openStream(response)
      if (request.method !== 'POST') return response.writeHead(405).end()
      const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as Message
      methods.push(method)
      const results: Results = { initialize: initialized, 'tools/list': { tools: [tool] } }
      if (method === 'tools/call') return answerCall(response, id)
      if (id === undefined) return response.writeHead(202).end()
      const outcome =
        method in results ? { result: results[method] } : { error: { code: -32601, message: 'none' } }
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))
    })()
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  return { config: { server_id: 'odd', transport: 'http', url, timeout: 20 }, methods }
}

const stream = { 'content-type': 'text/event-stream' }
const noAnswer = 'The server ended its response without an answer'

it.each<[string, Answer, string]>([
  ['an empty stream', (response) => response.writeHead(200, stream).end(), noAnswer],
  [
    'a stream with a message that is not JSON-RPC',
    (response) => response.writeHead(200, stream).end('data: {"id":1}\n\n'),
    'The server sent a message that is not JSON-RPC',
  ],
  ['no content', (response) => response.writeHead(202).end(), noAnswer],
  [
    'an answer to somebody else',
    (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"jsonrpc":"2.0","id":4711,"result":{}}'),
    'The server sent an answer without a known id',
  ],
])('fails a call over HTTP that is answered with %s', async (_what, answer, message) => {
  const { agent } = await lab((await remote(answer)).config)
  expect(await agent.refusal('tool/call/req', call)).toMatchObject({ code: 'mcp_protocol_error', message })
})

it('fails a call over HTTP that is answered with an error status', async () => {
  const { config } = await remote((response) => response.writeHead(500).end('broken'))
  const { agent } = await lab(config)
  expect(await agent.refusal('tool/call/req', call)).toMatchObject({
    code: 'mcp_transport_error',
    message: 'The server answered tools/call with 500',
  })
})

it('cuts data, summary and error of a result of 10 MB', async () => {
  const content = [{ type: 'text', text: 'x'.repeat(10_000_000) }]
  const limit = 256 * 1024
  for (const isError of [false, true]) {
    const { config } = await remote((response, id) => {
      response.writeHead(200, stream).write('id: 1\ndata:\n\n')
      response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content, isError } })}\n\n`)
    })
    const { agent } = await lab(config)
    const { data } = await agent.ask('tool/call/req', call)
    const { data: cut, summary, error, truncated } = data as Record<string, string>
    expect({ truncated, lengths: [cut, summary, error ?? ''].map((text) => text?.length) }).toEqual({
      truncated: true,
      lengths: [limit, limit, isError ? limit : 0],
    })
  }
})

it('cancels a call at the server when the agent no longer waits', async () => {
  const { config, methods } = await remote((response) => {
    response.writeHead(200, stream).write(': wait\n\n')
  })
  const { agent } = await lab(config)
  expect(await agent.refusal('tool/call/req', { ...call, timeout: 1 })).toMatchObject({ code: 'timeout' })
  await expect.poll(() => methods.slice(-2)).toEqual(['tools/call', 'notifications/cancelled'])
})

it('reads the tools again when the server reports a change over HTTP, advertised or not', async () => {
  const opened = Promise.withResolvers<ServerResponse>()
  const { config, methods } = await remote(
    (response) => response.writeHead(500).end(),
    (response) => {
      response.writeHead(200, stream).flushHeaders()
      opened.resolve(response)
    },
  )
  const { agent } = await lab(config)
  const lists = (): number => methods.filter((method) => method === 'tools/list').length
  await agent.ask('tool/list/req', {})
  await agent.ask('tool/list/req', {})
  expect(lists()).toBe(1)
  const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
  ;(await opened.promise).write(`data: ${JSON.stringify(changed)}\n\n`)
  await expect
    .poll(async () => {
      await agent.ask('tool/list/req', {})
      return lists()
    })
    .toBe(2)
})

it('repeats a call once when the server denies the session, and then gives up', async () => {
  const { server, url, visits, forget } = await serveMcp('json', 400)
  onTestFinished(() => void server.close())
  server.on('request', (_request, response) => response.once('finish', forget))
  const { agent } = await lab({ server_id: 'odd', transport: 'http', url })
  expect(await agent.refusal('mcp/prompt/list/req', { server_id: 'odd' })).toEqual({
    code: 'mcp_server_unavailable',
    message: 'The server disconnected: The server no longer knows the session: it answered 400',
    detail: {},
  })
  expect(visits.filter(({ rpc }) => rpc === 'prompts/list').length).toBe(2)
})
