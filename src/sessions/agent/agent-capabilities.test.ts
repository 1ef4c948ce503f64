import { expect, it } from 'vitest'
import { profileOf } from '../../../test/profile-of.ts'
import { agentCapabilities } from './agent-capabilities.ts'

const emits = [
  'status.changed',
  'status.idle',
  'status.active',
  'status.blocked',
  'status.waiting',
  'status.offline',
  'tool.called',
  'tool.completed',
  'tool.failed',
  'tool.output',
  'delivery.delivered',
  'delivery.deferred',
  'delivery.failed',
  'transcript.chunk',
  'file.changed',
  'command.started',
  'command.completed',
  'command.failed',
  'usage.updated',
  'log',
  'error',
]

it('reports over ACP what the agent advertised', () => {
  const profile = profileOf({
    'interaction.steer': {},
    'prompt.image': {},
    'session.resume': {},
    'session.fork': {},
  })
  expect(agentCapabilities({ transport: 'acp', profile, hasTools: true })).toEqual({
    messaging: { receive: true, send: true, attachments: ['text', 'image'] },
    delivery: { modes: ['immediate', 'next-message', 'next-tool-call', 'on-idle', 'manual'] },
    events: { emits: [...emits, 'terminal.output', 'terminal.screen'] },
    actions: { invoke: true },
    lifecycle: { release: true, pause: true, resume: true, fork: true, snapshot: true },
  })
})

it('reports only unconditional capabilities for an agent that advertises none', () => {
  expect(agentCapabilities({ transport: 'acp', profile: profileOf({}), hasTools: false })).toEqual({
    messaging: { receive: true, send: true, attachments: ['text'] },
    delivery: { modes: ['immediate', 'next-message', 'on-idle', 'manual'] },
    events: { emits: [...emits, 'terminal.output', 'terminal.screen'] },
    actions: { invoke: false },
    lifecycle: { release: true, pause: true, resume: false, fork: false, snapshot: true },
  })
})

it('lets a command-line agent always be steered, without terminals', () => {
  const { delivery, events } = agentCapabilities({
    transport: 'cli',
    profile: profileOf({}),
    hasTools: false,
  })
  expect(delivery.modes).toContain('next-tool-call')
  expect(events.emits).toEqual(emits)
})
