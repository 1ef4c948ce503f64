import { describe, expect, test } from 'vitest'
import { readDeclaration, writeDeclaration } from '../../../src/capabilities/convert.ts'
import type { IAgentCapabilities } from '../../../src/capabilities/ecosystems/acp/index.ts'
import { CapabilityNotSupportedError } from '../../../src/capabilities/index.ts'
import { agentsWireCapabilitiesSchema } from '../../../src/capabilities/schemas.ts'

const capabilities: IAgentCapabilities = {
  loadSession: true,
  forkSession: false,
  resumeSession: false,
  closeSession: true,
  listSessions: false,
  additionalDirectories: true,
  mcp: { stdio: true, http: true, sse: false },
  prompt: { text: true, image: true, audio: false, embeddedContext: true },
}

test('the interface is valid, gives these facts and survives a round trip', () => {
  expect(agentsWireCapabilitiesSchema.parse(capabilities)).toEqual(capabilities)
  const profile = readDeclaration('acp', capabilities)
  const said = Object.values(profile.facts).map(({ id, support, evidence }) => [
    id,
    [support, evidence[0]?.detail].filter((part) => part !== undefined).join(', '),
  ])
  expect(Object.fromEntries(said)).toEqual({
    'session.load': 'supported',
    'session.fork': 'unsupported',
    'acp.session.resume': 'unsupported',
    'session.close': 'supported',
    'session.list': 'unsupported',
    'session.additional-directories': 'supported',
    'mcp.stdio': 'supported',
    'mcp.http': 'supported',
    'mcp.sse': 'unsupported',
    'prompt.image': 'supported',
    'prompt.audio': 'unsupported',
    'prompt.embedded-context': 'supported',
    'session.resume': 'supported, by loading',
    'lifecycle.release': 'supported, by closing',
    'prompt.file': 'supported, as embedded context',
    'prompt.text': 'supported, protocol baseline',
    'transport.streaming': 'supported, protocol baseline',
    'session.multi-turn': 'supported, protocol baseline',
    'messaging.receive': 'supported, protocol baseline',
    'delivery.immediate': 'supported, protocol baseline',
    'delivery.on-idle': 'supported, protocol baseline',
    'events.status.changed': 'supported, protocol baseline',
    'events.transcript.chunk': 'supported, protocol baseline',
  })
  expect(writeDeclaration('acp', profile)).toEqual({ declaration: capabilities, notCarried: [], assumed: [] })
})

describe('the error of a refused call has the published name', () => {
  test.each(['loadSession', 'sessionCapabilities.list', 'mcpCapabilities.http'])('%s', (name) => {
    const { capability, code } = new CapabilityNotSupportedError(name)
    expect([capability, code]).toEqual([name, 'CAPABILITY_ERROR'])
  })
})
