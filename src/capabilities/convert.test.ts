import { describe, expect, test } from 'vitest'
import { convertDeclaration, ecosystems, readDeclaration, writeDeclaration } from './convert.ts'
import { createProfile, factOf } from './profile.ts'

test('lists the shapes', () => {
  expect(ecosystems).toEqual(['ag-ui', 'a2e', 'relay', 'mux', 'acp', 'profile'])
})

describe('rejects a declaration that is not an object', () => {
  const cases = [
    [null, 'A declaration must be a JSON object, not null'],
    [undefined, 'A declaration must be a JSON object, not undefined'],
    ['{}', 'A declaration must be a JSON object, not a string'],
    [7, 'A declaration must be a JSON object, not a number'],
    [true, 'A declaration must be a JSON object, not a boolean'],
  ] as const

  test.each(cases)('%s is none', (data, message) => {
    for (const ecosystem of ['ag-ui', 'a2e', 'relay', 'mux', 'acp', 'profile'] as const) {
      expect(() => readDeclaration(ecosystem, data)).toThrow(
        expect.objectContaining({ name: 'ValidationError', code: 'VALIDATION_ERROR', message, issues: [] }),
      )
    }
  })
})

test('keeps the origin of a declaration with its evidence', () => {
  const profile = readDeclaration(
    'ag-ui',
    { transport: { streaming: true } },
    { subject: { id: 'claude', version: '2.0.0' }, source: 'observed', at: '2026-10-01' },
  )
  expect(profile).toEqual({
    subject: { kind: 'agent', id: 'claude', version: '2.0.0' },
    facts: {
      'transport.streaming': {
        id: 'transport.streaming',
        support: 'supported',
        evidence: [
          {
            source: 'observed',
            origin: 'ag-ui',
            at: '2026-10-01',
            agentVersion: '2.0.0',
            support: 'supported',
          },
        ],
      },
    },
  })
})

describe('writing', () => {
  const profile = createProfile({ kind: 'agent', id: 'claude' }, [
    { id: 'session.load', evidence: { source: 'declared', support: 'supported' } },
    { id: 'identity.name', evidence: { source: 'declared', support: 'supported', value: 'claude' } },
    { id: 'identity.version', evidence: { source: 'declared', support: 'supported', value: '1.0.0' } },
  ])

  test('writes ACP in the normalized shape, or as the response of a version', () => {
    expect(writeDeclaration('acp', profile).declaration).toEqual({
      loadSession: true,
      forkSession: false,
      resumeSession: false,
      closeSession: false,
      listSessions: false,
      additionalDirectories: false,
      mcp: { stdio: true, http: false, sse: false },
      prompt: { text: true, image: false, audio: false, embeddedContext: false },
    })
    expect(writeDeclaration('acp', profile, { protocolVersion: 1 }).declaration).toEqual({
      protocolVersion: 1,
      agentInfo: { name: 'claude', version: '1.0.0' },
      agentCapabilities: { loadSession: true },
      authMethods: [],
    })
    expect(writeDeclaration('acp', profile, { protocolVersion: 2 }).declaration).toEqual({
      protocolVersion: 2,
      info: { name: 'claude', version: '1.0.0' },
      capabilities: { session: {} },
      authMethods: [],
    })
  })

  test('writes a profile unchanged', () => {
    const conversion = writeDeclaration('profile', profile)
    expect(conversion).toEqual({ declaration: profile, notCarried: [], assumed: [] })
    expect(conversion.declaration).toBe(profile)
  })

  test('writes facts about a model in the shape of a model', () => {
    const model = createProfile({ kind: 'model', id: 'opus', model: 'opus' }, [])
    expect(writeDeclaration('mux', model).declaration).toMatchObject({ modelId: 'opus', displayName: 'opus' })
    expect(writeDeclaration('mux', profile).declaration).toMatchObject({ agent: 'claude', canResume: true })
  })
})

test('converts and reports the losses of reading and writing', () => {
  const declaration = { humanInTheLoop: { approvals: true }, tools: { supported: false }, custom: { x: 1 } }
  expect(convertDeclaration(declaration, { from: 'ag-ui', to: 'a2e' })).toEqual({
    declaration: {
      accepted_caps: [{ capability: 'tools', enabled: false, metadata: { reason: 'not supported' } }],
    },
    notCarried: [
      { id: 'tools.approval', support: 'supported', reason: 'this shape has no field for this capability' },
      {
        id: 'custom.ag-ui.x',
        support: 'supported',
        value: 1,
        reason: 'this shape has no field for this capability',
      },
    ],
    assumed: [],
  })
})

test('converts to the requested version', () => {
  const normalised = {
    loadSession: true,
    forkSession: true,
    resumeSession: false,
    closeSession: false,
    listSessions: false,
    additionalDirectories: false,
    mcp: { stdio: true, http: true, sse: false },
    prompt: { text: true, image: false, audio: false, embeddedContext: false },
  }
  const options = { from: 'acp', to: 'acp', protocolVersion: 1 } as const
  expect(convertDeclaration(normalised, options)).toEqual({
    declaration: {
      protocolVersion: 1,
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: false, audio: false, embeddedContext: false },
        mcpCapabilities: { http: true, sse: false },
        sessionCapabilities: { fork: {} },
      },
      authMethods: [],
    },
    notCarried: [],
    assumed: [],
  })
})

test('keeps keys called __proto__ through the check of a declaration', () => {
  const data: unknown = JSON.parse('{"custom":{"__proto__":{"a":1}}}')
  expect(factOf(readDeclaration('ag-ui', data), 'custom.ag-ui.__proto__').value).toEqual({ a: 1 })
})
