import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { A2EClient } from '../../src/a2e/client.ts'
import type { McpServerConfig } from '../../src/a2e/plugins/mcp/mcp-config.ts'
import { mcpPlugins, type McpPluginsOptions } from '../../src/a2e/plugins/mcp/mcp-plugins.ts'
import { type A2EAgent, testAgent, testFolder, testHost } from '../support/a2e.ts'
import { projectRoot } from '../support/package.ts'
import { childrenOf } from '../support/processes.ts'
import { capstan } from '../support/program.ts'
import { openTerminal } from '../support/terminal.ts'
import { commandOf, installServers, type RemoteServer, serveRemote } from './real-servers.ts'

let missing: string | undefined
beforeAll(async () => {
  missing = await installServers()
}, 300_000)
beforeEach(({ skip }) => skip(missing !== undefined, `not run: npm could not fetch the servers: ${missing}`))

type Kind = 'stdio' | 'http' | 'sse'

interface Lab {
  agent: A2EAgent
  root: string
  remote: RemoteServer | undefined
  call: (tool: string, input?: Record<string, unknown>) => Promise<unknown>
  refusal: (tool: string, input?: Record<string, unknown>) => Promise<Record<string, unknown>>
  status: () => Promise<unknown>
}

const modes = { stdio: 'stdio', http: 'streamableHttp', sse: 'sse' }
const paths = { stdio: '', http: 'mcp', sse: 'sse' }

/** A host with one server, whose tools are called by their own names. */
async function lab(
  kind: Kind,
  command: string[],
  { path = paths[kind], ...options }: McpPluginsOptions & { path?: string } = {},
): Promise<Lab> {
  const remote = kind === 'stdio' ? undefined : await serveRemote(command)
  const config: McpServerConfig =
    remote === undefined
      ? { server_id: 'real', cmd: command, timeout: 20 }
      : { server_id: 'real', transport: kind, url: `http://127.0.0.1:${remote.port}/${path}`, timeout: 20 }
  const root = testFolder()
  const plugins = mcpPlugins({ servers: [config], ...options })
  const agent = await testAgent(await testHost({ root, plugins }), ['mcp', 'tools'])
  const request = (tool: string, input: Record<string, unknown> = {}) =>
    ({ tool_name: `real__${tool}`, arguments: input, streaming: true }) as const
  return {
    agent,
    root,
    remote,
    call: async (tool, input) => (await agent.ask('tool/call/req', request(tool, input)))['data'],
    refusal: (tool, input) => agent.refusal('tool/call/req', request(tool, input)),
    status: async () => {
      const { servers } = await agent.ask('mcp/server/list/req', {})
      return (servers as { status: string }[])[0]?.status
    },
  }
}

const kinds: Kind[] = ['stdio', 'http', 'sse']

describe.each(kinds)('server-everything over %s', (kind) => {
  const everything = (options?: McpPluginsOptions): Promise<Lab> =>
    lab(kind, commandOf('everything', modes[kind]), options)

  it('lists and calls tools, and reads resources and prompts', async () => {
    const { agent, call } = await everything()
    const { tools } = await agent.ask('tool/list/req', {})
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['real__echo', 'real__get-sum', 'real__get-structured-content']),
    )
    expect(await call('echo', { message: 'hi' })).toMatchObject({ success: true, summary: 'Echo: hi' })
    expect(await call('get-structured-content', { location: 'Chicago' })).toMatchObject({
      success: true,
      data: { structured: { temperature: expect.any(Number), conditions: expect.any(String) } },
    })
    const [{ uri } = { uri: '' }] = (await agent.ask('mcp/resource/list/req', {}))['resources'] as {
      uri: string
    }[]
    expect((await agent.ask('mcp/resource/read/req', { uri, server_id: 'real' }))['contents']).toMatchObject([
      { uri, type: 'text', text: expect.stringMatching(/./) },
    ])
    const get = { name: 'args-prompt', arguments: { city: 'Rome' }, server_id: 'real' }
    expect(await agent.ask('mcp/prompt/get/req', get)).toMatchObject({
      messages: [{ role: 'user', content: { type: 'text', text: expect.stringContaining('Rome') } }],
    })
  })

  it('answers requests for roots, questions to a person and requests for a model', async () => {
    const { call, root } = await everything({
      elicit: async ({ serverId, mode, schema }) => ({
        action: 'accept',
        content: { name: `${serverId} ${mode} ${String(schema?.['type'])}` },
      }),
      sample: async ({ messages, maxTokens }) => ({
        text: `${messages.at(-1)?.text} (${maxTokens})`,
        model: 'm-1',
      }),
    })
    expect(await call('get-roots-list')).toMatchObject({ summary: expect.stringContaining(`file://${root}`) })
    expect(await call('trigger-elicitation-request')).toMatchObject({
      summary: expect.stringContaining('- Name: real form object'),
    })
    expect(await call('trigger-sampling-request', { prompt: 'Hello?', maxTokens: 7 })).toMatchObject({
      summary: expect.stringMatching(/"model": "m-1"[^]*Hello\? \(7\)/),
    })
  })

  it('offers neither questions nor a model unless they are answered', async () => {
    const { agent } = await everything()
    const { tools } = await agent.ask('tool/list/req', {})
    const names = (tools as { name: string }[]).map(({ name }) => name)
    expect(names).not.toContain('real__trigger-elicitation-request')
    expect(names).not.toContain('real__trigger-sampling-request')
  })

  it('turns progress into events, the last one included', async () => {
    const { agent, call } = await everything()
    await call('trigger-long-running-operation', { duration: 0.3, steps: 3 })
    expect(
      agent.events.map(({ kind: what, data }) => [what, Math.round((data as { pct: number }).pct)]),
    ).toEqual([
      ['progress', 33],
      ['progress', 67],
      ['progress', 100],
    ])
  })
})

describe.each(['http', 'sse'] as const)('a server over %s', (kind) => {
  const everything = (): Promise<Lab> => lab(kind, commandOf('everything', modes[kind]))

  it('is reported as down, and used again after a restart', async () => {
    const { remote, call, refusal, status } = await everything()
    await call('echo', { message: 'hi' })
    expect(await status()).toBe('ready')
    await remote?.kill()
    expect(await status()).toBe('error')
    expect(await refusal('echo', { message: 'hi' })).toMatchObject({
      code: 'mcp_server_unavailable',
      message: expect.stringContaining('Cannot reach the server'),
    })
    await remote?.start()
    expect(await call('echo', { message: 'again' })).toMatchObject({ summary: 'Echo: again' })
    expect(await status()).toBe('ready')
  })

  it('is used again after a restart between two calls', async () => {
    const { remote, call } = await everything()
    await call('echo', { message: 'hi' })
    await remote?.kill()
    await remote?.start()
    expect(await call('echo', { message: 'again' })).toMatchObject({ summary: 'Echo: again' })
  })

  it('fails a call at once when it is killed during the call', async () => {
    const { agent, remote, refusal } = await everything()
    const refused = refusal('trigger-long-running-operation', { duration: 15, steps: 150 })
    await expect.poll(() => agent.events.length).toBeGreaterThan(0)
    await remote?.kill()
    expect(await refused).toMatchObject({ code: 'mcp_server_unavailable' })
  })
})

describe('a server over stdio', () => {
  it('is started again after it was killed', async () => {
    const { call, refusal, agent } = await lab('stdio', commandOf('everything', 'stdio'))
    const refused = refusal('trigger-long-running-operation', { duration: 15, steps: 150 })
    await expect.poll(() => agent.events.length).toBeGreaterThan(0)
    for (const pid of childrenOf(process.pid, 'server-everything')) process.kill(pid, 'SIGKILL')
    expect(await refused).toMatchObject({
      code: 'mcp_server_unavailable',
      message: expect.stringMatching(/^The server disconnected: .* ended with SIGKILL/),
    })
    expect(await call('echo', { message: 'again' })).toMatchObject({ summary: 'Echo: again' })
  })

  it('gets only the given variables', async () => {
    vi.stubEnv('HOST_SECRET', 'for the host alone')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { call } = await lab('stdio', commandOf('everything', 'stdio'))
    const { summary } = (await call('get-env')) as { summary: string }
    expect(JSON.parse(summary)).toMatchObject({ PATH: expect.any(String) })
    expect(summary).not.toContain('HOST_SECRET')
  })

  it('writes and reads files below the root of the host, which it gets as its root', async () => {
    // Without a folder of its own, the server takes the roots of the client.
    const { call, root } = await lab('stdio', commandOf('filesystem'))
    const folders = (): Promise<unknown> => call('list_allowed_directories')
    await expect.poll(folders).toMatchObject({ summary: expect.stringContaining(root) })
    writeFileSync(join(root, 'a.txt'), 'from the test')
    expect(await call('read_text_file', { path: join(root, 'a.txt') })).toMatchObject({
      success: true,
      data: { structured: { content: 'from the test' } },
    })
    await call('write_file', { path: join(root, 'b.txt'), content: 'from the server' })
    expect(readFileSync(join(root, 'b.txt'), 'utf8')).toBe('from the server')
    expect(await call('read_text_file', { path: '/etc/hosts' })).toMatchObject({
      success: false,
      error: expect.stringContaining('Access denied'),
    })
  })

  it('returns the stored entities', async () => {
    const root = testFolder()
    const { call } = await lab('stdio', [
      'env',
      `MEMORY_FILE_PATH=${join(root, 'memory.jsonl')}`,
      ...commandOf('memory'),
    ])
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes engines'] }]
    await call('create_entities', { entities })
    expect(await call('search_nodes', { query: 'engines' })).toMatchObject({
      success: true,
      data: { structured: { entities, relations: [] } },
    })
  })
})

describe.each(['stdio', 'http'] as const)('a server of protocol version 2026-07-28 over %s', (kind) => {
  const modern = (options: McpPluginsOptions = {}): Promise<Lab> => lab(kind, commandOf('modern'), options)

  it('is used with its own version, and its questions are answered', async () => {
    const { agent, call } = await modern({
      elicit: async () => ({ action: 'accept', content: { name: 'Ada' } }),
    })
    expect(await call('greet')).toMatchObject({ success: true, summary: 'Hi Ada' })
    expect((await agent.ask('mcp/server/list/req', {}))['servers']).toMatchObject([
      { status: 'ready', mcp_version: '2026-07-28', server_name: 'modern' },
    ])
  })
})

it('notices that a server has other tools', async () => {
  const { agent, call } = await lab('stdio', commandOf('modern'))
  const names = async (): Promise<string[]> => {
    const { tools } = await agent.ask('tool/list/req', {})
    return (tools as { name: string }[]).map(({ name }) => name)
  }
  expect(await names()).toEqual(['real__greet', 'real__grow'])
  await call('grow')
  await expect.poll(names).toEqual(['real__greet', 'real__grow', 'real__grown'])
})

it('has an agent answer requests for a model, on the command line', async () => {
  const root = testFolder()
  const file = join(root, 'mcp.json')
  const [command, ...args] = commandOf('everything', 'stdio')
  writeFileSync(file, JSON.stringify({ mcpServers: { real: { command, args } } }))
  const program = join(projectRoot, 'dist/cli/main.js')
  const serve = ['a2e', 'serve', '--mcp-config', file, '--sampling', 'sim', '--root', root]
  const input = { tool_name: 'real__trigger-sampling-request', arguments: { prompt: 'hello', maxTokens: 9 } }
  const served = [process.execPath, program, ...serve].join(' ')
  const call = ['a2e', 'call', 'tool/call/req', JSON.stringify(input), '--json', '--command', served]
  const { stdout, stderr } = await capstan(call)
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({
    data: { success: true, summary: expect.stringMatching(/"model": "sim"[^]*"text": "./) },
  })
})

it('asks the person at the terminal of a host over HTTP', async () => {
  const root = testFolder()
  const file = join(root, 'mcp.json')
  const [command, ...args] = commandOf('everything', 'stdio')
  writeFileSync(file, JSON.stringify({ mcpServers: { real: { command, args } } }))
  const serve = ['a2e', 'serve', '--http', '--port', '0', '--token', 'secret', '--mcp-config', file]
  const terminal = openTerminal(serve, { env: { CAPSTAN_HOME: root }, cwd: root, columns: 200 })
  onTestFinished(() => terminal.type('Listening', '\u0003'))
  await vi.waitUntil(() => /Listening on (\S+)/.test(terminal.shown()), { timeout: 30_000 })
  const [, url = ''] = /Listening on (\S+)/.exec(terminal.shown()) ?? []
  const client = new A2EClient({ to: { url }, capabilities: ['tools'], token: 'secret' })
  await client.connect()
  onTestFinished(() => client.close())
  const answered = client.request('tool/call/req', {
    tool_name: 'real__trigger-elicitation-request',
    arguments: {},
  })
  // More than once: keys right after the question do not count.
  const typing = setInterval(() => void terminal.type('[n] decline', 'n'), 300)
  onTestFinished(() => clearInterval(typing))
  expect((await answered).data).toMatchObject({ success: true, summary: expect.stringContaining('declined') })
  expect(terminal.shown()).toContain('real: Please provide inputs for the following fields')
})
