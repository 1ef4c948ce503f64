import { describe, expect, test } from 'vitest'
import { profileOf } from '../../../../test/profile-of.ts'
import { factOf, supportOf } from '../../index.ts'
import { fromProfile, initializeFromProfile, toProfile } from './index.ts'

const no = { support: 'unsupported' } as const

describe('the normalized shape', () => {
  test('is false for an unknown agent, except for the capabilities of every ACP agent', () => {
    expect(fromProfile(profileOf({}))).toEqual({
      declaration: {
        loadSession: false,
        forkSession: false,
        resumeSession: false,
        closeSession: false,
        listSessions: false,
        additionalDirectories: false,
        mcp: { stdio: true, http: false, sse: false },
        prompt: { text: true, image: false, audio: false, embeddedContext: false },
      },
      notCarried: [],
      assumed: [
        'session.load',
        'session.fork',
        'acp.session.resume',
        'session.close',
        'session.list',
        'session.additional-directories',
        'mcp.stdio',
        'mcp.http',
        'mcp.sse',
        'prompt.image',
        'prompt.audio',
        'prompt.embedded-context',
        'prompt.text',
      ],
    })
  })

  test('covers only capabilities that follow from its fields', () => {
    const answer = {
      agentCapabilities: { loadSession: true },
      authMethods: [{ id: 'login', name: 'Log in' }],
      _meta: { steering: { supported: true } },
    }
    const ids = fromProfile(toProfile(answer)).notCarried.map(({ id }) => id)
    expect(['session.resume', 'auth', 'interaction.steer'].map((id) => ids.includes(id))).toEqual([
      false,
      true,
      true,
    ])
  })

  test('supports text for every ACP agent, even for one that denies it', () => {
    const declaration = fromProfile(profileOf({})).declaration
    const denied = { ...declaration, prompt: { ...declaration.prompt, text: false } }
    expect(factOf(toProfile(denied), 'prompt.text')).toEqual({
      id: 'prompt.text',
      support: 'supported',
      evidence: [
        {
          source: 'advertised',
          origin: 'acp.initialize',
          support: 'supported',
          detail: 'protocol baseline',
        },
        { source: 'advertised', origin: 'acp.initialize', support: 'unsupported' },
      ],
    })
  })
})

describe('version 1', () => {
  test('names the agent if anything about its identity is known', () => {
    expect(initializeFromProfile(profileOf({}), { version: 1 })).toEqual({
      declaration: { protocolVersion: 1, agentCapabilities: {}, authMethods: [] },
      notCarried: [],
      assumed: [],
    })
    expect(initializeFromProfile(profileOf({ 'identity.version': { value: '1' } }), { version: 1 })).toEqual({
      declaration: {
        protocolVersion: 1,
        agentInfo: { name: 'claude', version: '1' },
        agentCapabilities: {},
        authMethods: [],
      },
      notCarried: [],
      assumed: ['identity.name'],
    })
  })

  test('cannot deny a capability of every agent', () => {
    const facts = { 'mcp.stdio': no, 'delivery.immediate': no }
    expect(initializeFromProfile(profileOf(facts), { version: 1 }).notCarried).toEqual([
      { id: 'mcp.stdio', support: 'unsupported', reason: 'version 1 agents always have it' },
      { id: 'delivery.immediate', support: 'unsupported', reason: 'every ACP agent has it' },
    ])
  })

  test('reports a capability as lost that does not follow from the written fields', () => {
    const facts = {
      'prompt.embedded-context': no,
      'prompt.file': {},
      'session.close': {},
      'lifecycle.release': no,
    }
    const reason = 'this shape has no field for this capability'
    expect(initializeFromProfile(profileOf(facts), { version: 1 })).toEqual({
      declaration: {
        protocolVersion: 1,
        agentCapabilities: {
          promptCapabilities: { embeddedContext: false },
          sessionCapabilities: { close: {} },
        },
        authMethods: [],
      },
      notCarried: [
        { id: 'prompt.file', support: 'supported', reason },
        { id: 'lifecycle.release', support: 'unsupported', reason },
      ],
      assumed: [],
    })
  })

  test('writes support without a value as true in `_meta`, and cannot write its absence', () => {
    const facts = {
      'custom.acp.a': {},
      'custom.acp-agent.b': { value: null },
      'custom.acp.c': { ...no, value: 1 },
    }
    expect(initializeFromProfile(profileOf(facts), { version: 1 })).toStrictEqual({
      declaration: {
        authMethods: [],
        agentCapabilities: { _meta: { b: null } },
        _meta: { a: true },
        protocolVersion: 1,
      },
      notCarried: [
        { id: 'custom.acp.c', support: 'unsupported', value: 1, reason: 'whatever is in `_meta` is a yes' },
      ],
      assumed: [],
    })
  })
})

describe('version 2', () => {
  test('names the agent and its version, and assumes the capabilities of every version 2 agent', () => {
    const baseline = ['session.list', 'session.close', 'session.load', 'acp.session.resume']
    expect(initializeFromProfile(profileOf({ 'identity.title': { value: 'C' } }), { version: 2 })).toEqual({
      declaration: {
        protocolVersion: 2,
        info: { name: 'claude', title: 'C', version: '' },
        capabilities: { session: {} },
        authMethods: [],
      },
      notCarried: [],
      assumed: [...baseline, 'identity.name', 'identity.version'],
    })
  })

  test('implies the basic capabilities of sessions, which cannot be denied one by one', () => {
    const answer = { agentInfo: { name: 'a', version: '1' }, agentCapabilities: { loadSession: true } }
    const { declaration, notCarried } = initializeFromProfile(toProfile(answer), { version: 2 })
    const reason = 'version 2 agents with sessions always have it'
    expect(declaration).toEqual({
      protocolVersion: 2,
      info: { name: 'a', version: '1' },
      capabilities: { session: { mcp: { stdio: {} } } },
      authMethods: [],
    })
    expect(notCarried).toEqual([
      { id: 'session.list', support: 'unsupported', reason },
      { id: 'session.close', support: 'unsupported', reason },
      { id: 'acp.session.resume', support: 'unsupported', reason },
    ])
  })

  test('implies sessions by a session capability, and reports contradictions as lost', () => {
    const answer = { agentCapabilities: { promptCapabilities: { image: true } } }
    const { declaration, notCarried } = initializeFromProfile(toProfile(answer), { version: 2 })
    expect(declaration.capabilities).toEqual({ session: { prompt: { image: {} }, mcp: { stdio: {} } } })
    expect(notCarried.map(({ id }) => id)).toEqual([
      'session.load',
      'session.list',
      'session.close',
      'acp.session.resume',
      'session.resume',
    ])
  })

  test('has no sessions for an agent without any session capability', () => {
    const facts = { 'session.list': no, 'session.close': no, 'session.load': no, 'acp.session.resume': no }
    expect(initializeFromProfile(profileOf(facts), { version: 2 })).toMatchObject({
      declaration: { capabilities: {} },
      notCarried: [],
    })
    expect(supportOf(toProfile({ info: { name: 'a' }, capabilities: {} }), 'session.load')).toBe(
      'unsupported',
    )
  })

  test('has no server-sent events', () => {
    expect(initializeFromProfile(profileOf({ 'mcp.sse': {} }), { version: 2 }).notCarried).toEqual([
      { id: 'mcp.sse', support: 'supported', reason: 'version 2 has no such transport' },
    ])
  })
})

describe('null counts as missing', () => {
  test('in version 1', () => {
    const answer = {
      agentInfo: { name: 'a', title: null, version: null },
      agentCapabilities: { loadSession: null, promptCapabilities: null, sessionCapabilities: { list: null } },
      authMethods: null,
      _meta: null,
    }
    const profile = toProfile(answer)
    expect(profile).toEqual(toProfile({ agentInfo: { name: 'a' }, agentCapabilities: {} }))
    expect(profile.subject).toStrictEqual({ kind: 'agent', id: 'a' })
  })

  test('in version 2', () => {
    const nothing = toProfile({ info: { name: 'a' }, capabilities: {} })
    expect(toProfile({ info: { name: 'a' }, capabilities: { session: null, auth: null } })).toEqual(nothing)
    expect(toProfile({ info: { name: 'a' }, capabilities: null })).toEqual(nothing)
  })
})
