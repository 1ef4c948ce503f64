import { describe, expect, test } from 'vitest'
import { type Ecosystem, readDeclaration } from './convert.ts'
import { factOf, supportOf, valueOf } from './profile.ts'

function failureOf(ecosystem: Ecosystem, data: unknown): unknown {
  try {
    return readDeclaration(ecosystem, data)
  } catch (error) {
    return JSON.parse(JSON.stringify(error))
  }
}

const name = 'ValidationError'
const code = 'VALIDATION_ERROR'

describe('A2E', () => {
  const tools = { capability: 'tools', enabled: true, metadata: { name: 'mytools' } }
  const forms = [
    { form: 'an answer', data: { ok: true, session_id: 's', accepted_caps: [tools] } },
    { form: 'its list', data: [tools] },
    { form: 'one of its entries', data: tools },
  ]

  test.each(forms)('takes $form', ({ data }) => {
    const profile = readDeclaration('a2e', data)
    expect(valueOf(profile, 'host.tools')).toEqual({ name: 'mytools' })
    expect([supportOf(profile, 'host.tools'), supportOf(profile, 'host.memory')]).toEqual([
      'supported',
      'unsupported',
    ])
  })

  test('accepts an entry without default fields', () => {
    expect(factOf(readDeclaration('a2e', { capability: 'env' }), 'host.env')).toEqual({
      id: 'host.env',
      support: 'supported',
      value: {},
      evidence: [{ source: 'advertised', origin: 'a2e', support: 'supported', value: {} }],
    })
  })

  test('rejects the request of an agent', () => {
    expect(failureOf('a2e', { agent_caps: ['tools'] })).toEqual({
      name,
      code,
      message: '`agent_caps` lists what an agent requests, not what a host offers',
      hint: 'Pass the host’s response, which has `accepted_caps`.',
      issues: [],
    })
  })

  test('rejects a failed handshake with its reason', () => {
    expect(failureOf('a2e', { ok: false, reason: 'auth_failed', accepted_caps: [] })).toEqual({
      name,
      code,
      message: 'The host refused the handshake: auth_failed',
      issues: [],
    })
    expect(failureOf('a2e', { ok: false })).toMatchObject({ message: 'The host refused the handshake' })
  })

  test('reports the issue of an answer', () => {
    expect(
      failureOf('a2e', { accepted_caps: [{ capability: '', enabled: 'yes' }], max_parallel: 0 }),
    ).toEqual({
      name,
      code,
      message:
        'This is not an A2E handshake response: accepted_caps.0.capability: Too small: expected string to have >=1 characters (and 2 more)',
      issues: [
        {
          path: ['accepted_caps', 0, 'capability'],
          message: 'Too small: expected string to have >=1 characters',
        },
        {
          path: ['accepted_caps', 0, 'enabled'],
          message: 'Invalid input: expected boolean, received string',
        },
        { path: ['max_parallel'], message: 'Too small: expected number to be >=1' },
      ],
    })
  })
})

describe('the issues of a declaration', () => {
  const cases: { ecosystem: Ecosystem; data: unknown; message: string }[] = [
    {
      ecosystem: 'ag-ui',
      data: { tools: null },
      message: 'This is not an AG-UI declaration: tools: Invalid input: expected object, received null',
    },
    {
      ecosystem: 'ag-ui',
      data: [],
      message: 'This is not an AG-UI declaration: Invalid input: expected object, received array',
    },
    {
      ecosystem: 'a2e',
      data: {},
      message:
        'This is not an A2E handshake response: accepted_caps: Invalid input: expected array, received undefined',
    },
    {
      ecosystem: 'relay',
      data: {
        messaging: { receive: false },
        delivery: { modes: [] },
        events: { emits: [] },
        lifecycle: { release: true },
      },
      message: 'This is not a Relay session declaration: messaging.receive: Invalid input: expected true',
    },
    {
      ecosystem: 'relay',
      data: {
        messaging: { receive: true },
        delivery: { modes: ['interrupt'] },
        events: { emits: [''] },
        lifecycle: {},
      },
      message:
        'This is not a Relay session declaration: delivery.modes.0: Invalid option: expected one of "immediate"|"next-message"|"next-tool-call"|"on-idle"|"manual" (and 2 more)',
    },
    {
      ecosystem: 'mux',
      data: { modelId: 'opus' },
      message:
        'This is not an agent-mux model declaration: agent: Invalid input: expected string, received undefined (and 19 more)',
    },
    {
      ecosystem: 'mux',
      data: { agent: '' },
      message:
        'This is not an agent-mux agent declaration: agent: Too small: expected string to have >=1 characters (and 36 more)',
    },
    {
      ecosystem: 'acp',
      data: { protocolVersion: '1', agentCapabilities: {} },
      message:
        'This is not an ACP version 1 initialize response: protocolVersion: Invalid input: expected number, received string',
    },
    {
      ecosystem: 'acp',
      data: { info: {}, capabilities: { session: true } },
      message:
        'This is not an ACP version 2 initialize response: capabilities.session: Invalid input: expected object, received boolean (and 1 more)',
    },
    {
      ecosystem: 'acp',
      data: { mcp: {}, prompt: {} },
      message:
        'This is not a normalized ACP declaration: loadSession: Invalid input: expected boolean, received undefined (and 12 more)',
    },
    {
      ecosystem: 'profile',
      data: { subject: { kind: 'thing', id: 'x' }, facts: {} },
      message:
        'This is not a capability profile: subject.kind: Invalid option: expected one of "agent"|"model"|"session"|"host"',
    },
  ]

  test.each(cases)('$ecosystem: $data', ({ ecosystem, data, message }) => {
    expect(failureOf(ecosystem, data)).toMatchObject({ name, code, message })
  })
})

describe('ACP', () => {
  test('accepts a JSON-RPC message with a result', () => {
    const result = { protocolVersion: 1, agentCapabilities: { loadSession: true } }
    const profile = readDeclaration('acp', { jsonrpc: '2.0', id: 0, result })
    expect(profile).toEqual(readDeclaration('acp', result))
    expect(supportOf(profile, 'session.load')).toBe('supported')
  })

  test.each([
    { jsonrpc: '2.0', id: 0, error: { code: -32_603, message: 'no' } },
    { jsonrpc: '2.0', id: 0, result: null },
    { jsonrpc: '2.0', id: 0, result: 'ok' },
    { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } },
  ])('refuses %j', (message) => {
    expect(failureOf('acp', message)).toEqual({
      name,
      code,
      message: 'This JSON-RPC message is not a response to initialize',
      hint: 'Pass the message that has a `result`.',
      issues: [],
    })
  })
})

test('reads agent-mux data with a modelId as a model, otherwise as an agent', () => {
  const message = (data: object) => (failureOf('mux', data) as { message: string }).message
  expect(message({ modelId: null })).toMatch(/^This is not an agent-mux model declaration: /)
  expect(message({ model: 'opus' })).toMatch(/^This is not an agent-mux agent declaration: /)
})

describe('a profile', () => {
  const subject = { kind: 'agent', id: 'claude' }

  test('may omit the evidence', () => {
    const facts = {
      'thinking.effort': { support: 'supported', value: ['low'] },
      'mcp.http': { support: 'unsupported' },
      own: { support: 'unknown', evidence: [] },
    }
    expect(readDeclaration('profile', { subject, facts })).toEqual({
      subject,
      facts: {
        'thinking.effort': {
          id: 'thinking.effort',
          support: 'supported',
          value: ['low'],
          evidence: [{ source: 'declared', origin: 'profile', support: 'supported', value: ['low'] }],
        },
        'mcp.http': {
          id: 'mcp.http',
          support: 'unsupported',
          evidence: [{ source: 'declared', origin: 'profile', support: 'unsupported' }],
        },
        own: {
          id: 'own',
          support: 'unknown',
          evidence: [{ source: 'declared', origin: 'profile', support: 'unknown' }],
        },
      },
    })
  })

  test('is rejected if it contradicts its own evidence', () => {
    const evidence = [{ source: 'observed', support: 'unsupported' }]
    const facts = { 'mcp.http': { support: 'supported', evidence } }
    expect(failureOf('profile', { subject, facts })).toEqual({
      name,
      code,
      message: 'The support of mcp.http is "supported", but its evidence resolves to "unsupported"',
      issues: [{ path: ['facts', 'mcp.http', 'support'], message: 'the evidence resolves to "unsupported"' }],
    })
  })

  test('can be read for another subject, with its evidence weighed again', () => {
    const evidence = [{ source: 'model', support: 'unsupported', model: 'small' }]
    const facts = { 'prompt.image': { support: 'unknown', evidence } }
    const profile = readDeclaration('profile', { subject, facts }, { subject: { model: 'small' } })
    expect(profile.subject).toEqual({ kind: 'agent', id: 'claude', model: 'small' })
    expect(supportOf(profile, 'prompt.image')).toBe('unsupported')
  })
})
