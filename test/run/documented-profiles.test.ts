import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CapabilityProfile } from '../../src/capabilities/profile.ts'
import { type Client, createClient } from '../../src/run/client.ts'
import {
  createDocumentedMachine,
  type DocumentedAgent,
  type DocumentedOptions,
} from '../support/documented-machine.ts'
import type { Machine } from '../support/machine.ts'

let machine: Machine
afterEach(() => {
  vi.unstubAllEnvs()
  machine.remove()
})

/** A client on a machine that has nothing but the stand-in. */
function install(agent: DocumentedAgent, options: DocumentedOptions): Client {
  machine = createDocumentedMachine(agent, options)
  return createClient()
}

/** What every agent of the first version of the protocol can do without saying so. */
const baseline = [
  'delivery.immediate',
  'delivery.on-idle',
  'events.status.changed',
  'events.transcript.chunk',
  'mcp.stdio',
  'messaging.receive',
  'prompt.text',
  'session.multi-turn',
  'transport.streaming',
]

/** What the protocol has no field for, and the documented command lines no flag. */
const notOverAcp = [
  'execution.max-iterations',
  'execution.max-time',
  'interaction.approve-with-edits',
  'multi-agent.handoffs',
  'output.json-mode',
  'output.structured',
  'prompt.video',
]

function idsBy(profile: CapabilityProfile, support: string): string[] {
  return Object.entries(profile.facts)
    .filter(([, fact]) => fact.support === support)
    .map(([id]) => id)
    .toSorted()
}

function sourcesOf(profile: CapabilityProfile): string[] {
  return [
    ...new Set(Object.values(profile.facts).flatMap(({ evidence }) => evidence.map(({ source }) => source))),
  ]
}

describe('the handshake of cursor', () => {
  it.each(['agent', 'cursor-agent'])('matches the documentation, under the name %s', async (program) => {
    const { profile, capabilities, authMethods, ...reported } = await install('cursor', { program }).probe(
      'cursor',
    )
    expect(reported).toMatchObject({ agent: 'cursor', protocolVersion: 1 })
    expect(reported).not.toHaveProperty('version')
    expect(authMethods).toEqual([{ id: 'cursor_login', name: 'Cursor Login' }])
    expect(capabilities).toEqual({
      loadSession: true,
      forkSession: false,
      resumeSession: false,
      closeSession: false,
      listSessions: false,
      additionalDirectories: false,
      mcp: { stdio: true, http: false, sse: false },
      prompt: { text: true, image: false, audio: false, embeddedContext: false },
    })
    const said = ['acp.auth-methods', 'acp.protocol-version', 'auth', 'session.load', 'session.resume']
    expect(idsBy(profile, 'supported')).toEqual([...said, ...baseline].toSorted())
    expect(sourcesOf(profile)).toEqual(['advertised'])
  })

  it('is kept apart from documented evidence', async () => {
    const profile = await install('cursor', { program: 'agent' }).profile('cursor')
    expect(sourcesOf(profile)).toEqual(['declared'])
    expect(idsBy(profile, 'supported')).toEqual([
      'auth',
      'auth.logout',
      'auth.status',
      'execution.code',
      'identity.description',
      'identity.documentation',
      'identity.name',
      'identity.provider',
      'identity.title',
      'install',
      'interaction.human-in-the-loop',
      'interaction.repl',
      'mcp.stdio',
      'mcp.supported',
      'output.text-streaming',
      'process.platforms',
      'prompt.text',
      'session.load',
      'session.multi-turn',
      'session.resume',
      'tools.approval',
      'tools.client-provided',
      'tools.native',
      'transport.streaming',
    ])
    // Nobody has seen that it cannot do something.
    expect(idsBy(profile, 'unsupported')).toEqual(notOverAcp)
  })
})

describe('the handshake of hermes', () => {
  it('matches its source code', async () => {
    const client = install('hermes', { program: 'hermes', key: 'ANTHROPIC_API_KEY' })
    const { profile, capabilities, authMethods, ...reported } = await client.probe('hermes')
    expect(reported).toMatchObject({
      agent: 'hermes',
      name: 'hermes-agent',
      version: '0.21.5',
      protocolVersion: 1,
    })
    expect(authMethods).toEqual([
      { id: 'anthropic', name: 'anthropic runtime credentials' },
      { id: 'hermes-setup', name: 'Configure Hermes provider' },
    ])
    expect(capabilities).toEqual({
      loadSession: true,
      forkSession: true,
      resumeSession: true,
      closeSession: false,
      listSessions: true,
      additionalDirectories: false,
      mcp: { stdio: true, http: false, sse: false },
      prompt: { text: true, image: true, audio: false, embeddedContext: false },
    })
    const said = [
      'acp.auth-methods',
      'acp.protocol-version',
      'acp.session.resume',
      'auth',
      'identity.name',
      'identity.version',
      'prompt.image',
      'session.fork',
      'session.list',
      'session.load',
      'session.resume',
    ]
    expect(idsBy(profile, 'supported')).toEqual([...said, ...baseline].toSorted())
    expect(sourcesOf(profile)).toEqual(['advertised'])
  })

  it('is kept apart from documented evidence', async () => {
    const profile = await install('hermes', { program: 'hermes' }).profile('hermes')
    expect(sourcesOf(profile)).toEqual(['declared'])
    expect(idsBy(profile, 'supported')).toEqual([
      'auth',
      'execution.code',
      'identity.description',
      'identity.documentation',
      'identity.name',
      'identity.provider',
      'identity.title',
      'install',
      'interaction.human-in-the-loop',
      'interaction.repl',
      'mcp.stdio',
      'mcp.supported',
      'plugins',
      'process.platforms',
      'prompt.image',
      'prompt.text',
      'session.fork',
      'session.list',
      'session.load',
      'session.multi-turn',
      'session.resume',
      'skills',
      'thinking.effort',
      'thinking.supported',
      'tools.approval',
      'tools.client-provided',
      'tools.native',
      'transport.streaming',
    ])
    expect(idsBy(profile, 'unsupported')).toEqual(notOverAcp)
  })
})
