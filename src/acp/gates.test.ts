import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requireSystemPrompt } from './gates.ts'
import { Handshake } from './handshake.ts'
import { createSimPlace, type SimPlace, type WireMessage } from '../../test/support/sim.ts'
import type { ContentBlock } from '../events/content.ts'
import type { AcpConnectionOptions } from './connection-options.ts'
import { AcpConnection } from './acp-connection.ts'
import type { SessionOptions } from './session-options.ts'
import type { AcpSession } from './session.ts'

let place: SimPlace
let connection: AcpConnection
let session: AcpSession
let options: SessionOptions
const sent: WireMessage[] = []

/** A connection to an agent with the capabilities of a scenario. */
async function connect(
  more: Partial<AcpConnectionOptions> = {},
  agentCapabilities: object = {},
): Promise<AcpConnection> {
  const { stdin, stdout } = place.start(['--protocol', '1'], {
    initialize: { agentCapabilities: { ...agentCapabilities }, extra: { _meta: {} } },
  })
  return AcpConnection.connect({
    agent: 'sim',
    input: stdout,
    output: stdin,
    features: { readTextFile: false, writeTextFile: false, terminals: false, elicitation: false },
    onMessage: (direction, message) => {
      if (direction === 'out') sent.push(message as WireMessage)
      return undefined
    },
    ...more,
  })
}

beforeAll(async () => {
  place = createSimPlace()
  options = {
    cwd: place.workspace,
    onEvent: () => undefined,
    handlers: { permission: async () => ({ type: 'cancelled' }) },
  }
  connection = await connect()
  session = await connection.createSession(options)
})
afterAll(() => place.remove())
beforeEach(() => {
  sent.length = 0
})

const block: Record<string, ContentBlock> = {
  image: { type: 'image', data: 'AA==', mimeType: 'image/png' },
  audio: { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
  resource: { type: 'resource', resource: { uri: 'file:///a', text: 'a' } },
}
const prompt = (name: string): Promise<unknown> => session.prompt([block[name] as ContentBlock])
const remote = (type: 'http' | 'sse'): Promise<unknown> =>
  connection.createSession({ ...options, mcpServers: [{ type, name: 'm', url: 'http://localhost:1' }] })

describe('a call that the agent did not advertise is refused before anything is sent', () => {
  it.each([
    ['loadSession', () => connection.loadSession('s', options)],
    ['sessionCapabilities.resume', () => connection.resumeSession('s', options)],
    ['sessionCapabilities.fork', () => connection.forkSession('s', options)],
    ['sessionCapabilities.list', () => connection.listSessions()],
    ['sessionCapabilities.list', () => connection.streamAllSessions().next()],
    ['sessionCapabilities.close', () => session.close()],
    ['sessionCapabilities.delete', () => connection.deleteSession('s')],
    ['mcpCapabilities.http', () => remote('http')],
    ['mcpCapabilities.sse', () => remote('sse')],
    ['promptCapabilities.image', () => prompt('image')],
    ['promptCapabilities.audio', () => prompt('audio')],
    ['promptCapabilities.embeddedContext', () => prompt('resource')],
    [
      'sessionCapabilities.systemPrompt',
      () => connection.createSession({ ...options, systemPrompt: { mode: 'append', text: 'x' } }),
    ],
    ['_meta.steering', () => session.steer([{ type: 'text', text: 'left' }])],
  ])('%s', async (capability, call) => {
    await expect(call()).rejects.toMatchObject({
      name: 'CapabilityNotSupportedError',
      code: 'CAPABILITY_ERROR',
      capability,
      agent: 'sim',
    })
    expect(sent).toEqual([])
  })

  it('sends content that every agent accepts', async () => {
    const [text, link]: ContentBlock[] = [
      { type: 'text', text: 'say hi' },
      { type: 'resource-link', name: 'a', uri: 'file:///a' },
    ]
    const end = await session.prompt([text as ContentBlock, link as ContentBlock])
    expect([end.stopReason, sent[0]?.params]).toEqual([
      'end-turn',
      {
        sessionId: session.id,
        prompt: [
          { type: 'text', text: 'say hi' },
          { type: 'resource_link', name: 'a', uri: 'file:///a' },
        ],
      },
    ])
  })
})

describe('the advertised capabilities are immutable', () => {
  const changes: [string, () => void][] = [
    ['connection.capabilities.mcp.http', () => Object.assign(connection.capabilities.mcp, { http: true })],
    ['connection.capabilities', () => Object.assign(connection, { capabilities: {} })],
    ['connection.profile', () => Object.defineProperty(connection, 'profile', { value: {} })],
    ['connection.handshake', () => Object.defineProperty(connection, 'handshake', { value: {} })],
    ['handshake.protocolVersion', () => Object.assign(connection.handshake, { protocolVersion: 2 })],
    ['handshake.profile', () => Object.defineProperty(connection.handshake, 'profile', { value: {} })],
    [
      'handshake.answer',
      () =>
        Object.assign(connection.handshake.answer['agentCapabilities'] as object, {
          mcpCapabilities: { http: true },
        }),
    ],
    ['a fact', () => Object.assign(connection.profile.facts['mcp.http'] ?? {}, { support: 'supported' })],
  ]

  it.each(changes)('%s', async (_, change) => {
    expect(change).toThrow(TypeError)
    await expect(remote('http')).rejects.toMatchObject({ capability: 'mcpCapabilities.http' })
    expect(sent).toEqual([])
  })
})

describe('the options of a session', () => {
  it.each([
    ['createSession', (capable: AcpConnection) => capable.createSession(undefined as never)],
    ['loadSession', (capable: AcpConnection) => capable.loadSession('s', null as never)],
    [
      'loadSession without an id',
      (capable: AcpConnection) => capable.loadSession(undefined as never, options),
    ],
  ])('are checked before anything is sent: %s', async (_, call) => {
    const capable = await connect({}, { loadSession: true })
    sent.length = 0
    await expect(call(capable)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    capable.close()
    expect(sent).toEqual([])
  })
})

describe('additional directories', () => {
  it('are dropped with one warning per connection if not advertised', async () => {
    const warnings: string[] = []
    const loose = await connect({ onWarning: (message) => warnings.push(message) })
    sent.length = 0
    await loose.createSession({ ...options, additionalDirectories: ['/a', '/b'] })
    await loose.createSession({ ...options, additionalDirectories: ['/c'] })
    loose.close()
    expect(warnings).toEqual([
      'Agent sim does not advertise additionalDirectories capability — ignoring 2 entries.',
    ])
    const params = { cwd: place.workspace, mcpServers: [] }
    expect(sent.map((message) => message.params)).toEqual([params, params])
  })

  it('throw under strict if not advertised', async () => {
    const strict = await connect({ strict: true })
    sent.length = 0
    await expect(strict.createSession({ ...options, additionalDirectories: ['/a'] })).rejects.toMatchObject({
      capability: 'sessionCapabilities.additionalDirectories',
    })
    strict.close()
    expect(sent).toEqual([])
  })

  it('are sent if advertised', async () => {
    const capable = await connect({}, { sessionCapabilities: { additionalDirectories: {} } })
    sent.length = 0
    await capable.createSession({ ...options, additionalDirectories: [place.workspace] })
    capable.close()
    expect(sent[0]?.params).toEqual({
      cwd: place.workspace,
      mcpServers: [],
      additionalDirectories: [place.workspace],
    })
  })
})

describe('vendor metadata', () => {
  const sessionMeta = { vendor: { options: { model: 'm' } } }

  it.each([
    ['session/new', (capable: AcpConnection) => capable.createSession({ ...options, sessionMeta })],
    ['session/load', (capable: AcpConnection) => capable.loadSession('s', { ...options, sessionMeta })],
    ['session/resume', (capable: AcpConnection) => capable.resumeSession('s', { ...options, sessionMeta })],
    ['session/fork', (capable: AcpConnection) => capable.forkSession('s', { ...options, sessionMeta })],
  ])('is the _meta of %s', async (method, open) => {
    const capable = await connect({}, { loadSession: true, sessionCapabilities: { resume: {}, fork: {} } })
    sent.length = 0
    await open(capable).catch(() => undefined)
    capable.close()
    expect(sent[0]).toMatchObject({ method, params: { _meta: { vendor: { options: { model: 'm' } } } } })
  })
})

it('advertises only the client requests that have a handler', async () => {
  const bare = await connect()
  bare.close()
  const { capabilities, clientCapabilities } = sent[0]?.params ?? {}
  expect([capabilities, clientCapabilities]).toEqual([
    {},
    {
      fs: { readTextFile: false, writeTextFile: false },
      terminal: false,
      session: { compaction: {}, configOptions: { boolean: {} }, notices: {} },
      plan: {},
      subagents: {},
    },
  ])
})

describe('a system prompt', () => {
  const handshake = (systemPrompt: unknown): Handshake =>
    new Handshake('sample', {
      protocolVersion: 1,
      agentCapabilities: { sessionCapabilities: { systemPrompt } },
    })

  it('appends if system prompts are advertised, and overrides only if override is advertised', () => {
    const mode = { override: {} }
    expect(() => requireSystemPrompt(handshake({}), { mode: 'append', text: 'x' })).not.toThrow()
    expect(() => requireSystemPrompt(handshake({ mode }), { mode: 'override', text: 'x' })).not.toThrow()
    expect(() => requireSystemPrompt(handshake({}), { mode: 'override', text: 'x' })).toThrow(
      "Agent 'sample' does not support sessionCapabilities.systemPrompt.mode.override over ACP",
    )
  })
})
