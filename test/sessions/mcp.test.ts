import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { spawn } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ManagedSession } from '../../src/sessions/managed-session.ts'
import { createMcpAccess } from '../../src/sessions/mcp/mcp-access.ts'
import type { McpServer } from '../../src/run/index.ts'
import { failureOf } from '../support/sim-lab.ts'
import { childrenOf } from '../support/processes.ts'
import { createWireLab, type WireLab } from '../support/sessions/wire-lab.ts'
import { manifest } from '../support/package.ts'

let lab: WireLab
let clients: Client[]
beforeEach(async () => {
  lab = await createWireLab()
  clients = []
})
afterEach(async () => {
  for (const client of clients) await client.close()
  await lab[Symbol.asyncDispose]()
  // Closing the client ends its server.
  await vi.waitUntil(() => childrenOf(process.pid, 'sessions/mcp/main').length === 0, { timeout: 10_000 })
})

type Stdio = Extract<McpServer, { command: string }>

function serverOf(session: ManagedSession): Stdio {
  const { socketPath, tokens } = lab
  return createMcpAccess({ socketPath, tokens }).mcpServerFor(session.identity) as Stdio
}

/** A real MCP client of the server that an agent would start. */
async function connect(session: ManagedSession, options?: ConstructorParameters<typeof Client>[1]) {
  const { command, args = [], env = {} } = serverOf(session)
  const client = new Client({ name: 'test', version: '1' }, options)
  clients.push(client)
  await client.connect(new StdioClientTransport({ command, args: [...args], env: { ...env } }))
  return client
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: input })
  const [block] = content as { type: string; text: string }[]
  const value: unknown = JSON.parse(block?.text ?? 'null')
  return {
    value,
    ...(isError ? { isError } : {}),
    ...(structuredContent === undefined ? {} : { structuredContent }),
  }
}

const ownTools = [
  'send_dm',
  'send_group_dm',
  'post_message',
  'reply_to_thread',
  'check_inbox',
  'mark_message_read',
  'get_message_thread',
  'list_agents',
  'list_actions',
  'invoke_action',
]

describe('the MCP server of a session', () => {
  it('supports every MCP protocol version, and lists its tools', async () => {
    const client = await connect(lab.ada)
    expect(client.getServerVersion()).toEqual({
      name: 'capstan',
      title: 'Capstan sessions',
      version: manifest.version,
    })
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true } })
    expect(client.getInstructions()).toContain('reply_to_thread')
    await client.ping()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(ownTools)
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
      'check_inbox',
      'get_message_thread',
      'list_agents',
      'list_actions',
    ])
  })

  it('accepts a client that prefers the version without a handshake', async () => {
    const client = await connect(lab.ada, { versionNegotiation: { mode: 'auto' } })
    expect((await client.listTools()).tools).toHaveLength(ownTools.length)
  })

  it('lets two agents message each other', async () => {
    const [ada, bob] = [await connect(lab.ada), await connect(lab.bob)]
    const sent = await call(ada, 'send_dm', { to: 'bob', text: 'hello', mode: 'immediate', urgent: true })
    const { message_id: id } = sent.value as { message_id: string }
    expect(sent).toEqual({
      value: { message_id: id, deliveries: [{ to: '@bob', state: 'pending', mode: 'immediate' }] },
    })
    const inbox = await call(bob, 'check_inbox')
    expect(inbox).toEqual({
      value: [
        {
          message_id: id,
          from: '@ada',
          kind: 'dm',
          at: expect.any(String) as string,
          text: 'hello',
          reason: 'dm',
          read: false,
        },
      ],
    })
    await call(bob, 'reply_to_thread', { message_id: id, text: 'hello yourself' })
    expect(await call(bob, 'mark_message_read', { message_ids: [id] })).toEqual({ value: { marked: 1 } })
    expect(await call(bob, 'check_inbox')).toEqual({ value: [] })
    expect((await call(ada, 'get_message_thread', { message_id: id })).value).toMatchObject([
      { from: '@ada', text: 'hello' },
      { from: '@bob', text: 'hello yourself', kind: 'thread_reply', thread_id: id },
    ])
  })

  it('sends to groups and channels, and lists participants', async () => {
    const ada = await connect(lab.ada)
    lab.sessions.join({ name: 'user' })
    lab.sessions.channels.create('builds', { members: ['@ada', '@bob'] })
    expect((await call(ada, 'send_group_dm', { to: ['@bob', 'user'], text: 'both' })).value).toMatchObject({
      deliveries: [{ to: '@bob' }, { to: '@user', state: 'delivered' }],
    })
    expect((await call(ada, 'post_message', { channel: '#builds', text: 'red' })).value).toMatchObject({
      deliveries: [{ to: '@bob' }],
    })
    expect((await call(ada, 'list_agents')).value).toMatchObject([
      { handle: '@ada', kind: 'session', status: 'idle', you: true },
      { handle: '@bob', kind: 'session', status: 'idle' },
      { handle: '@user', kind: 'person' },
    ])
    expect(lab.bob.inbox().map(({ message }) => [message.kind, message.text])).toEqual([
      ['group_dm', 'both'],
      ['channel', 'red'],
    ])
  })

  it('returns errors to the agent', async () => {
    const ada = await connect(lab.ada)
    expect(await call(ada, 'send_dm', { to: '@bbo', text: 'x' })).toMatchObject({
      isError: true,
      value: { code: 'UNKNOWN_RECIPIENT', hint: 'Did you mean @bob?' },
    })
    expect(await call(ada, 'send_dm', { to: '@bob' })).toEqual({
      isError: true,
      value: { code: 'VALIDATION_ERROR', message: 'text is missing' },
    })
    expect(await call(ada, 'get_message_thread', { message_id: 'msg_none' })).toMatchObject({
      isError: true,
      value: { code: 'UNKNOWN_MESSAGE' },
    })
    await expect(ada.callTool({ name: 'send_everything', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    })
  })

  it('check_inbox shows a message when its boundary is reached, and not before', async () => {
    const [ada, bob] = [await connect(lab.ada), await connect(lab.bob)]
    await call(ada, 'send_dm', { to: '@bob', text: 'now', mode: 'immediate' })
    await call(ada, 'send_dm', { to: '@bob', text: 'on request', mode: 'manual' })
    const shown = async (input?: Record<string, unknown>): Promise<string[]> =>
      ((await call(bob, 'check_inbox', input)).value as { text: string }[]).map(({ text }) => text)
    await expect.poll(() => shown()).toEqual(['now'])
    expect(await shown({ unread_only: false })).toEqual(['now'])
    await lab.bob.flush()
    expect(await shown()).toEqual(['now', 'on request'])
  })

  it('sends one message per key', async () => {
    const ada = await connect(lab.ada)
    const send = () => call(ada, 'send_dm', { to: '@bob', text: 'once', idempotency_key: 'k' })
    const [first, second] = [await send(), await send()]
    expect(second.value).toMatchObject({
      message_id: (first.value as { message_id: string }).message_id,
      duplicate: true,
    })
    expect(lab.bob.inbox()).toHaveLength(1)
  })
})

describe('actions as tools', () => {
  const sum = {
    name: 'math.add',
    description: 'Adds two numbers',
    inputSchema: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    },
    outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
    handler: (input: unknown) => {
      const { a, b } = input as { a: number; b: number }
      return { sum: a + b }
    },
  }

  /** A client of Ada's that writes down the tools for actions whenever they change. */
  async function watchActions(): Promise<{
    client: Awaited<ReturnType<typeof connect>>
    changes: string[][]
  }> {
    const changes: string[][] = []
    const onChanged = (_: unknown, tools: readonly { name: string }[] | null): void =>
      void changes.push((tools ?? []).map(({ name }) => name).slice(ownTools.length))
    const client = await connect(lab.ada, { listChanged: { tools: { debounceMs: 0, onChanged } } })
    await client.listTools()
    return { client, changes }
  }

  it('are those that the session may invoke, and change with the registry', async () => {
    const { client, changes } = await watchActions()
    const take = lab.sessions.actions.register({ ...sum, availableTo: ['@ada'] })
    await expect.poll(() => changes.at(-1)).toEqual(['action_math_add'])
    lab.sessions.actions.register({ ...sum, name: 'secret', availableTo: ['@bob'] })
    expect((await call(client, 'list_actions')).value).toMatchObject([{ name: 'math.add' }])
    const { tools } = await client.listTools()
    expect(tools.at(-1)).toEqual({
      name: 'action_math_add',
      description: 'Adds two numbers',
      inputSchema: sum.inputSchema,
      outputSchema: sum.outputSchema,
      annotations: { readOnlyHint: false },
    })
    take()
    await expect.poll(() => changes.at(-1)).toEqual([])
  })

  it('return validated results', async () => {
    lab.sessions.actions.register(sum)
    lab.sessions.actions.register({ ...sum, name: 'math_add', handler: () => ({ sum: 0 }) })
    const client = await connect(lab.ada)
    await client.listTools()
    expect(await call(client, 'action_math_add', { a: 1, b: 2 })).toEqual({
      value: { sum: 3 },
      structuredContent: { sum: 3 },
    })
    expect((await call(client, 'action_math_add_2', { a: 1, b: 2 })).value).toEqual({ sum: 0 })
    expect(await call(client, 'invoke_action', { action: 'math.add', input: { a: 1, b: 2 } })).toEqual({
      value: { sum: 3 },
    })
    expect(await call(client, 'action_math_add', { a: 1 })).toMatchObject({
      isError: true,
      value: { code: 'invalid_input', issues: [{ path: 'b', message: 'is missing' }] },
    })
  })

  it('wrap an input that is not an object', async () => {
    lab.sessions.actions.register({
      name: 'count',
      description: 'Counts',
      inputSchema: { type: 'array', items: { $ref: '#/$defs/word' }, $defs: { word: { type: 'string' } } },
      handler: (words) => (words as string[]).length,
    })
    const client = await connect(lab.ada)
    const { tools } = await client.listTools()
    expect(tools.at(-1)?.inputSchema).toEqual({
      type: 'object',
      properties: { input: { type: 'array', items: { $ref: '#/$defs/word' } } },
      required: ['input'],
      additionalProperties: false,
      $defs: { word: { type: 'string' } },
    })
    expect((await call(client, 'action_count', { input: ['a', 'b'] })).value).toBe(2)
  })

  it('hide actions that the session may not invoke', async () => {
    lab.sessions.actions.register({ ...sum, availableTo: ['@bob'] })
    const client = await connect(lab.ada)
    expect((await client.listTools()).tools).toHaveLength(ownTools.length)
    await expect(client.callTool({ name: 'action_math_add', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    })
    // Invoking it by name is denied, without its schema.
    expect(await call(client, 'invoke_action', { action: 'math.add', input: {} })).toMatchObject({
      isError: true,
      value: { code: 'action_denied', message: '@ada may not invoke math.add' },
    })
  })

  it('are decided by a policy that sees the input', async () => {
    const seen: unknown[] = []
    lab.sessions.actions.register({
      name: 'deploy',
      description: 'Deploys',
      inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
      policy: ({ input, caller }) => {
        seen.push([caller.handle, input])
        return { allowed: (input as { to: string }).to === 'staging', reason: 'only to staging' }
      },
      handler: ({ to }: { to: string }) => `deployed to ${to}`,
    })
    const client = await connect(lab.ada)
    await client.listTools()
    expect(await call(client, 'action_deploy', { to: 'staging' })).toEqual({ value: 'deployed to staging' })
    const invoked = { action: 'deploy', input: { to: 'production' } }
    for (const [tool, input] of [
      ['action_deploy', { to: 'production' }],
      ['invoke_action', invoked],
    ] as const) {
      expect(await call(client, tool, input)).toMatchObject({
        isError: true,
        value: { code: 'action_denied', message: 'only to staging' },
      })
    }
    expect(seen).toEqual([
      ['ada', { to: 'staging' }],
      ['ada', { to: 'production' }],
      ['ada', { to: 'production' }],
    ])
  })

  it('run once for one key', async () => {
    let runs = 0
    lab.sessions.actions.register({ name: 'count', description: 'Counts', handler: () => ++runs })
    const client = await connect(lab.ada)
    const invoke = () => call(client, 'invoke_action', { action: 'count', idempotency_key: 'k' })
    expect([await invoke(), await invoke(), runs]).toEqual([{ value: 1 }, { value: 1 }, 1])
  })

  it('are gone with the session that exposes them', async () => {
    const { client, changes } = await watchActions()
    lab.sessions.actions.register({ name: 'review', description: 'Reviews', handler: () => 1 }, lab.bob)
    await expect.poll(() => changes.at(-1)).toEqual(['action_review'])
    expect((await call(client, 'list_actions')).value).toEqual([
      { name: 'review', description: 'Reviews', exposedBy: 'ses_bob' },
    ])
    await lab.bob.release?.()
    await expect.poll(() => changes.at(-1)).toEqual([])
    expect((await call(client, 'list_actions')).value).toEqual([])
    expect(await call(client, 'invoke_action', { action: 'review' })).toMatchObject({
      isError: true,
      value: { code: 'action_not_found' },
    })
    await expect(client.callTool({ name: 'action_review', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    })
  })

  it('are canceled when the agent cancels the call', async () => {
    const ended = Promise.withResolvers<void>()
    const began = Promise.withResolvers<void>()
    lab.sessions.actions.register({
      name: 'wait',
      description: 'Waits for ever',
      handler: (_, { signal }) =>
        new Promise(() => {
          began.resolve()
          signal.addEventListener('abort', () => ended.resolve())
        }),
    })
    const client = await connect(lab.ada)
    const stop = new AbortController()
    const waiting = client.callTool(
      { name: 'invoke_action', arguments: { action: 'wait' } },
      { signal: stop.signal },
    )
    const failed = failureOf(waiting)
    await began.promise
    stop.abort()
    await ended.promise
    expect(await failed).toBeInstanceOf(Error)
    await client.ping()
  })
})

describe('the server program', () => {
  it('gets its token by the environment, not by arguments', () => {
    const { name, args = [], env = {} } = serverOf(lab.ada)
    const token = env['CAPSTAN_SESSIONS_TOKEN'] ?? ''
    expect(lab.tokens.find(token)).toEqual({ rights: 'session', session: 'ses_ada' })
    expect({ name, arguments: args.length }).toEqual({ name: 'capstan', arguments: 1 })
    expect(args.join(' ')).not.toContain(token)
    // A new token for the session replaces the old one.
    serverOf(lab.ada)
    expect(lab.tokens.find(token)).toBe(undefined)
  })

  it('keeps running without the daemon, and reports it', async () => {
    const client = await connect(lab.ada)
    expect((await call(client, 'check_inbox')).value).toEqual([])
    await lab.server.close()
    expect(await call(client, 'check_inbox')).toMatchObject({
      isError: true,
      value: { code: 'HOST_NOT_THERE' },
    })
    expect((await client.listTools()).tools).toHaveLength(ownTools.length)
  })

  it('reports missing variables when started by hand', async () => {
    const { command, args = [] } = serverOf(lab.ada)
    const child = spawn(command, [...args], { env: {}, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2)
    expect(said).toContain('CAPSTAN_SESSIONS_SOCKET and CAPSTAN_SESSIONS_TOKEN are not set')
  })

  it('answers invalid requests, and ends with its stdin', async () => {
    const { command, args = [], env = {} } = serverOf(lab.ada)
    const child = spawn(command, [...args], { env: { ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (chunk) => (said += String(chunk)))
    child.stdin.write('nonsense\n[]\n{"jsonrpc":"2.0","id":1,"method":"server/discover"}\n')
    child.stdin.write(
      '{"jsonrpc":"2.0","method":"notifications/other"}\n{"jsonrpc":"2.0","id":7,"result":{}}\n',
    )
    child.stdin.end('{"jsonrpc":"2.0","id":"a","method":"ping"}')
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
    const answers = said
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(answers).toEqual([
      { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'The line is not JSON' } },
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'The message is not a request' } },
      { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Unknown method server/discover' } },
      { jsonrpc: '2.0', id: 'a', result: {} },
    ])
  })
})
