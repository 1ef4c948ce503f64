import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testAgent, testFolder, testHost, type A2EAgent } from '../../../../test/support/a2e.ts'
import { serveMcp } from '../../../../test/support/mcp-peer.ts'
import { projectRoot } from '../../../../test/support/package.ts'
import { childrenOf } from '../../../../test/support/processes.ts'
import type { A2EHost } from '../../host.ts'
import { toolsPlugin } from '../tools/tools-plugin.ts'
import type { McpServerConfig } from './mcp-config.ts'
import { mcpPlugins, type McpPluginsOptions } from './mcp-plugins.ts'

const peerScript = join(projectRoot, 'test/support/mcp-peer.ts')
const peer: McpServerConfig = { server_id: 'peer', cmd: [process.execPath, peerScript], timeout: 20 }

async function lab(options: McpPluginsOptions): Promise<{ host: A2EHost; agent: A2EAgent; logs: string[] }> {
  const logs: string[] = []
  const plugins = mcpPlugins(options)
  const host = await testHost({ root: testFolder(), plugins, log: (text) => logs.push(text) })
  return { host, agent: await testAgent(host, ['mcp', 'tools']), logs }
}

const echoed = {
  success: true,
  tool_name: 'peer__echo',
  data: { content: [{ type: 'text', text: 'hi' }], structured: { text: 'hi' } },
  summary: 'hi',
}

it('lists all pages of tools of a started server, and calls them', async () => {
  const { agent } = await lab({ servers: [peer] })
  const { tools } = await agent.ask('tool/list/req', { filter_kind: 'mcp' })
  expect(tools).toEqual([
    {
      name: 'peer__echo',
      description: 'Says it again',
      input_parameters: [
        { name: 'text', type: 'string', description: '', required: true, enum: null, properties: null },
      ],
      output_parameters: [],
      streaming: true,
      idempotent: true,
      tags: ['mcp', 'peer'],
      version: '1.0.0',
      toolkit: 'peer',
      defer_loading: false,
      input_schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    },
    expect.objectContaining({ name: 'peer__fail', description: '' }),
  ])
  const call = (tool_name: string, input: object): Promise<Record<string, unknown>> =>
    agent.ask('tool/call/req', { tool_name, arguments: { ...input } })
  expect((await call('peer__echo', { text: 'hi' }))['data']).toMatchObject(echoed)
  expect((await call('peer__fail', {}))['data']).toMatchObject({
    success: false,
    error: 'it broke',
    error_code: 'tool_error',
  })
  expect(await agent.refusal('tool/call/req', { tool_name: 'peer__echo', arguments: {} })).toMatchObject({
    code: 'schema_violation',
  })
  expect(await agent.refusal('tool/call/req', { tool_name: 'peer__none', arguments: {} })).toMatchObject({
    code: 'unknown_tool',
  })
})

it('lists pages of resources and prompts, and reads them', async () => {
  const { agent } = await lab({ servers: [peer] })
  const first = await agent.ask('mcp/resource/list/req', {})
  expect(first).toEqual({
    resources: [
      {
        uri: 'peer://a',
        name: 'a',
        description: '',
        mime_type: 'text/x',
        server_id: 'peer',
        annotations: {},
      },
    ],
    next_cursor: 'peer:p:2',
  })
  expect(await agent.ask('mcp/resource/list/req', { cursor: String(first['next_cursor']) })).toEqual({
    resources: [
      {
        uri: 'peer://b',
        name: 'b',
        description: 'binary',
        mime_type: '',
        server_id: 'peer',
        annotations: { priority: 1 },
      },
    ],
    next_cursor: '',
  })
  const read = (uri: string): Promise<Record<string, unknown>> =>
    agent.ask('mcp/resource/read/req', { uri, server_id: 'peer' })
  expect(await read('peer://a')).toEqual({
    contents: [{ uri: 'peer://a', mime_type: 'text/plain', text: 'hello', blob: '', type: 'text' }],
    server_id: 'peer',
    error: '',
  })
  expect(await read('peer://b')).toMatchObject({
    contents: [{ uri: 'peer://b', mime_type: 'image/x', text: '', blob: 'AAEC', type: 'blob' }],
  })
  expect(await agent.refusal('mcp/resource/read/req', { uri: 'peer://c', server_id: 'peer' })).toEqual({
    code: 'mcp_protocol_error',
    message: 'There is no peer://c',
    detail: { mcp_code: -32602 },
  })
  expect(await agent.ask('mcp/prompt/list/req', { server_id: 'peer' })).toEqual({
    prompts: [
      {
        name: 'greet',
        description: 'Greets',
        server_id: 'peer',
        arguments: [{ name: 'who', required: true }],
      },
    ],
    next_cursor: '',
  })
  const get = { name: 'greet', arguments: { who: 'Ada' }, server_id: 'peer' }
  expect(await agent.ask('mcp/prompt/get/req', get)).toEqual({
    description: 'Greets',
    messages: [{ role: 'user', content: { type: 'text', text: 'Hi Ada' } }],
    server_id: 'peer',
    error: '',
  })
})

it.each(['json', 'events'] as const)('uses a server over HTTP that answers with %s', async (form) => {
  const { server, url, visits } = await serveMcp(form)
  onTestFinished(() => void server.close())
  const { host, agent } = await lab({
    servers: [{ server_id: 'peer', transport: 'http', url, headers: { Authorization: 'Bearer t' } }],
  })
  const call = { tool_name: 'peer__echo', arguments: { text: 'hi' } }
  expect((await agent.ask('tool/call/req', call))['data']).toMatchObject(echoed)
  expect(await agent.ask('mcp/server/list/req', {})).toEqual({
    servers: [
      {
        server_id: 'peer',
        name: 'peer',
        transport: 'http',
        status: 'ready',
        mcp_version: '2025-11-25',
        server_name: 'peer',
        server_version: '1.2.3',
        error: '',
        connected_at: expect.any(Number),
      },
    ],
  })
  await host.close()
  const authorization = 'Bearer t'
  const later = { method: 'POST', session: 'session-1', version: '2025-11-25', authorization }
  const first = { method: 'POST', session: undefined, authorization }
  const [probe, ...rest] = visits
  expect(probe).toEqual({ ...first, rpc: 'server/discover', version: '2026-07-28' })
  // The stream of the server is opened beside the requests.
  expect(rest.filter(({ method }) => method === 'GET')).toEqual([{ ...later, method: 'GET', rpc: undefined }])
  expect(rest.filter(({ method }) => method !== 'GET')).toEqual([
    { ...first, rpc: 'initialize', version: undefined },
    { ...later, rpc: 'notifications/initialized' },
    { ...later, rpc: 'tools/list' },
    { ...later, rpc: 'tools/list' },
    { ...later, rpc: 'tools/call' },
    { ...later, rpc: 'ping' },
    { ...later, method: 'DELETE', rpc: undefined },
  ])
})

it.each([404, 400])(
  'connects again to a server over HTTP that lost the session and answers %d',
  async (status) => {
    const { server, url, visits, forget } = await serveMcp('json', status)
    onTestFinished(() => void server.close())
    const { agent } = await lab({ servers: [{ server_id: 'peer', transport: 'http', url }] })
    const call = { tool_name: 'peer__echo', arguments: { text: 'hi' } }
    await agent.ask('tool/call/req', call)
    forget()
    expect((await agent.ask('tool/call/req', call))['data']).toMatchObject(echoed)
    expect(visits.filter(({ rpc }) => rpc === 'initialize').length).toBe(2)
  },
)

it('starts a server when first needed, restarts it when lost, and stops it with the host', async () => {
  const { host, agent } = await lab({ servers: [peer] })
  const running = (): number => childrenOf(process.pid, peerScript).length
  const status = async (): Promise<unknown> => {
    const { servers } = await agent.ask('mcp/server/list/req', {})
    return (servers as { status: string }[])[0]?.status
  }
  expect([running(), await status()]).toEqual([0, 'disconnected'])
  await agent.ask('tool/list/req', {})
  expect([running(), await status()]).toEqual([1, 'ready'])
  const exit = { tool_name: 'peer__echo', arguments: { text: 'exit' } }
  await agent.ask('tool/call/req', exit)
  await expect.poll(status).not.toBe('ready')
  const call = { tool_name: 'peer__echo', arguments: { text: 'hi' } }
  expect((await agent.ask('tool/call/req', call))['data']).toMatchObject(echoed)
  expect(running()).toBe(1)
  await host.close()
  expect(running()).toBe(0)
})

it('lists the tools of other servers when a server fails', async () => {
  const broken: McpServerConfig = { server_id: 'broken', cmd: [process.execPath, '-e', 'process.exit(3)'] }
  const { agent, logs } = await lab({ servers: [broken, peer] })
  const { tools } = await agent.ask('tool/list/req', {})
  expect((tools as { name: string }[]).map(({ name }) => name)).toEqual(['peer__echo', 'peer__fail'])
  expect(await agent.ask('mcp/prompt/list/req', {})).toMatchObject({ prompts: [{ name: 'greet' }] })
  expect(await agent.refusal('mcp/prompt/list/req', { server_id: 'broken' })).toMatchObject({
    code: 'mcp_server_unavailable',
    detail: { server_id: 'broken' },
  })
  expect((await agent.ask('mcp/server/list/req', { status_filter: 'error' }))['servers']).toMatchObject([
    { server_id: 'broken', status: 'error' },
  ])
  expect(logs.some((line) => line.startsWith('MCP server broken: Cannot use the server broken: '))).toBe(true)
})

it('lets agents add and remove servers only if allowed', async () => {
  const strict = await lab({})
  const refused = { code: 'unauthorized', message: 'This host does not let agents add or remove MCP servers' }
  expect(await strict.agent.refusal('mcp/server/register/req', { config: { ...peer } })).toMatchObject(
    refused,
  )
  expect(await strict.agent.refusal('mcp/server/unregister/req', { server_id: 'x' })).toMatchObject(refused)

  const { agent } = await lab({ allowRegistering: true })
  const register = (config: object): Promise<Record<string, unknown>> =>
    agent.ask('mcp/server/register/req', { config: { ...config } })
  expect(await register(peer)).toMatchObject({
    ok: true,
    server: { server_id: 'peer', status: 'ready' },
    error: '',
  })
  expect(await register(peer)).toEqual({
    ok: false,
    server: {},
    error: 'The MCP server peer already exists',
  })
  expect(await register({ server_id: 'x' })).toMatchObject({
    ok: false,
    error: 'The configuration of the MCP server is invalid: cmd is missing',
  })
  expect(await register({ ...peer, server_id: 'y', cwd: '../..' })).toMatchObject({
    ok: false,
    error: 'Cannot use the server y: The path contains ..',
  })
  expect((await agent.ask('mcp/server/list/req', {}))['servers']).toMatchObject([{ server_id: 'peer' }])
  expect(await agent.ask('mcp/server/unregister/req', { server_id: 'peer' })).toEqual({
    ok: true,
    server_id: 'peer',
  })
  expect(await agent.refusal('mcp/server/unregister/req', { server_id: 'peer' })).toEqual({
    code: 'mcp_server_not_found',
    message: 'There is no MCP server peer',
    detail: { server_id: 'peer', servers: [] },
  })
})

it('enforces the allow lists', async () => {
  const { agent } = await lab({
    servers: [{ ...peer, tool_allow_list: ['fail'], resource_allow_list: ['peer://b'] }],
  })
  expect((await agent.ask('tool/list/req', {}))['tools']).toMatchObject([{ name: 'peer__fail' }])
  const call = { tool_name: 'peer__echo', arguments: { text: 'hi' } }
  expect(await agent.refusal('tool/call/req', call)).toMatchObject({ code: 'unknown_tool' })
  const read = { uri: 'peer://a', server_id: 'peer' }
  expect(await agent.refusal('mcp/resource/read/req', read)).toMatchObject({ code: 'mcp_resource_not_found' })
  expect(await agent.ask('mcp/resource/subscribe/req', read)).toEqual({
    ok: false,
    error: 'This host does not forward change notifications of MCP servers',
  })
})

it('reports a server that does not answer and one that cannot be reached', async () => {
  const silent: McpServerConfig = {
    server_id: 'silent',
    cmd: [process.execPath, '-e', 'setInterval(() => {}, 1000)'],
    timeout: 0.5,
  }
  const gone: McpServerConfig = { server_id: 'gone', transport: 'sse', url: 'http://127.0.0.1:1/mcp' }
  const { agent } = await lab({ servers: [silent, gone] })
  expect(await agent.refusal('mcp/prompt/list/req', { server_id: 'silent' })).toMatchObject({
    code: 'mcp_server_unavailable',
    message: expect.stringMatching(/^Cannot use the server silent: /),
  })
  expect(await agent.refusal('mcp/prompt/list/req', { server_id: 'gone' })).toMatchObject({
    code: 'mcp_server_unavailable',
    message: expect.stringMatching(/^Cannot use the server gone: Cannot reach the server: /),
  })
})

it('lists the tools of other servers while a server is not ready', async () => {
  const slow: McpServerConfig = {
    server_id: 'slow',
    cmd: [process.execPath, '-e', 'setInterval(() => {}, 1000)'],
  }
  const plugins = [...mcpPlugins({ servers: [slow], listPatience: 100 }), toolsPlugin({ allow: ['command'] })]
  const agent = await testAgent(await testHost({ root: testFolder(), plugins }), ['tools'])
  expect((await agent.ask('tool/list/req', {}))['tools']).toMatchObject([{ name: 'run_command' }])
})

it('rejects an invalid configuration when the plugins are created', () => {
  const make = (config: object): unknown => mcpPlugins({ servers: [config as McpServerConfig] })
  expect(() => make({ server_id: 'A b', cmd: ['x'] })).toThrow(
    'The configuration of the MCP server is invalid: server_id ',
  )
  expect(() => make({ server_id: 'a', transport: 'http', url: 'file:///x' })).toThrow('url ')
})

it('takes servers in the form of other programs', async () => {
  const { url, server } = await serveMcp('json')
  onTestFinished(() => void server.close())
  const { agent } = await lab({
    mcpServers: {
      'My Files': { command: process.execPath, args: [peerScript] },
      web: { url, headers: { Authorization: 'Bearer t' } },
      events: { type: 'sse', url },
    },
  })
  const called = await agent.ask('tool/call/req', { tool_name: 'my-files__echo', arguments: { text: 'hi' } })
  expect(called['data']).toMatchObject({ success: true, summary: 'hi' })
  expect((await agent.ask('mcp/server/list/req', {}))['servers']).toMatchObject([
    { server_id: 'my-files', name: 'My Files', transport: 'stdio' },
    { server_id: 'web', name: 'web', transport: 'http' },
    { server_id: 'events', name: 'events', transport: 'sse' },
  ])
})

it.each<[McpPluginsOptions, string]>([
  [{ mcpServers: { 'a b': { command: 'x' }, 'A-B': { command: 'y' } } }, 'Two MCP servers have the id a-b'],
  [{ servers: [peer], mcpServers: { peer: { command: 'x' } } }, 'Two MCP servers have the id peer'],
  [{ mcpServers: { '??': { command: 'x' } } }, 'The MCP server "??" has no letter or digit in its name'],
  [{ mcpServers: { a: {} } }, 'The configuration of the MCP server is invalid: cmd is missing'],
])('rejects %j', (options, message) => {
  expect(() => mcpPlugins(options)).toThrow(message)
})
