import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testAgent, testFolder, testHost, type A2EAgent } from '../../../../test/support/a2e.ts'
import { projectRoot } from '../../../../test/support/package.ts'
import type { McpServerConfig } from './mcp-config.ts'
import { mcpPlugins } from './mcp-plugins.ts'

const peerScript = join(projectRoot, 'test/support/mcp-peer.ts')
const peer: McpServerConfig = { server_id: 'peer', cmd: [process.execPath, peerScript], timeout: 20 }

/** A server with one listed resource, two templates and the prompts `greet` and `part`. */
const other: McpServerConfig = {
  server_id: 'other',
  timeout: 20,
  cmd: [
    process.execPath,
    '-e',
    `
    const results = {
      initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { resources: {}, prompts: {} },
        serverInfo: { name: 'other', version: '1' } }),
      'resources/list': () => ({ resources: [{ uri: 'other://list', name: 'list' }] }),
      'resources/templates/list': ({ cursor }) => cursor === undefined
        ? { resourceTemplates: [{ name: 'any', uriTemplate: '{anything}' }], nextCursor: '2' }
        : { resourceTemplates: [{ name: 'day', uriTemplate: 'other://days/{day}/notes' }] },
      'resources/read': ({ uri }) => ({ contents: [{ uri, text: 'other has ' + uri }] }),
      'prompts/list': () => ({ prompts: [{ name: 'greet' }, { name: 'part' }] }),
      'prompts/get': ({ name }) => ({ messages: [{ role: 'user', content: { type: 'text', text: 'other ' + name } }] }),
    }
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line)
      if (id === undefined) return
      const result = results[method]?.(params ?? {})
      process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id,
        ...(result === undefined ? { error: { code: -32601, message: 'none' } } : { result }) }) + '\\n')
    })`,
  ],
}

const broken: McpServerConfig = { server_id: 'broken', cmd: [process.execPath, '-e', 'process.exit(3)'] }

async function agentOf(...servers: McpServerConfig[]): Promise<A2EAgent> {
  const host = await testHost({ root: testFolder(), plugins: mcpPlugins({ servers }) })
  return testAgent(host, ['mcp'])
}

it('reads a resource without a server_id from the server that lists it, on any page', async () => {
  const agent = await agentOf(other, peer)
  expect(await agent.ask('mcp/resource/read/req', { uri: 'peer://b' })).toMatchObject({
    contents: [{ uri: 'peer://b', blob: 'AAEC' }],
    server_id: 'peer',
  })
  expect(await agent.ask('mcp/resource/read/req', { uri: 'other://list', server_id: '' })).toMatchObject({
    contents: [{ text: 'other has other://list' }],
    server_id: 'other',
  })
})

it('reads an unlisted resource from the server with a template for it', async () => {
  const agent = await agentOf(peer, other)
  expect(await agent.ask('mcp/resource/read/req', { uri: 'other://days/monday/notes' })).toMatchObject({
    contents: [{ text: 'other has other://days/monday/notes' }],
    server_id: 'other',
  })
  expect(await agent.refusal('mcp/resource/read/req', { uri: 'other://days/monday' })).toEqual({
    code: 'mcp_resource_not_found',
    message: 'No MCP server has other://days/monday',
    detail: { uri: 'other://days/monday', servers: ['peer', 'other'], unavailable: [] },
  })
})

it('gets a prompt without a server_id from the first server that lists it', async () => {
  const agent = await agentOf(peer, other)
  expect(await agent.ask('mcp/prompt/get/req', { name: 'greet', arguments: { who: 'Ada' } })).toMatchObject({
    messages: [{ content: { text: 'Hi Ada' } }],
    server_id: 'peer',
  })
  expect(await agent.ask('mcp/prompt/get/req', { name: 'part' })).toMatchObject({
    messages: [{ content: { text: 'other part' } }],
    server_id: 'other',
  })
  expect(await agent.refusal('mcp/prompt/get/req', { name: 'none' })).toMatchObject({
    code: 'mcp_prompt_not_found',
  })
})

it('sends a request without a server_id to the only server', async () => {
  const agent = await agentOf(peer)
  expect(await agent.ask('mcp/resource/read/req', { uri: 'peer://a' })).toMatchObject({ server_id: 'peer' })
  expect(await agent.ask('mcp/prompt/get/req', { name: 'anything' })).toMatchObject({ server_id: 'peer' })
  // The server itself says what it does not have.
  expect(await agent.refusal('mcp/resource/read/req', { uri: 'peer://c' })).toMatchObject({
    code: 'mcp_protocol_error',
    message: 'There is no peer://c',
  })
})

it('names the servers that could not be asked', async () => {
  const agent = await agentOf(broken, peer)
  expect(await agent.ask('mcp/resource/read/req', { uri: 'peer://a' })).toMatchObject({ server_id: 'peer' })
  expect(await agent.refusal('mcp/resource/read/req', { uri: 'peer://z' })).toEqual({
    code: 'mcp_resource_not_found',
    message: 'No MCP server has peer://z',
    detail: { uri: 'peer://z', servers: ['broken', 'peer'], unavailable: ['broken'] },
  })
})

it('keeps the allow list of a server without a server_id', async () => {
  const agent = await agentOf({ ...peer, resource_allow_list: ['peer://b'] }, other)
  expect(await agent.ask('mcp/resource/read/req', { uri: 'peer://b' })).toMatchObject({ server_id: 'peer' })
  expect(await agent.refusal('mcp/resource/read/req', { uri: 'peer://a' })).toMatchObject({
    code: 'mcp_resource_not_found',
  })
})

it('requires a server_id to remove a server, and a server for everything', async () => {
  const host = await testHost({ plugins: mcpPlugins({ allowRegistering: true, servers: [peer] }) })
  const agent = await testAgent(host, ['mcp'])
  expect(await agent.refusal('mcp/server/unregister/req', {})).toMatchObject({
    code: 'mcp_server_not_found',
    message: 'server_id is empty',
  })
  const none = await agentOf()
  expect(await none.refusal('mcp/prompt/get/req', { name: 'greet' })).toMatchObject({
    code: 'mcp_server_not_found',
    message: 'This host has no MCP servers',
  })
})
