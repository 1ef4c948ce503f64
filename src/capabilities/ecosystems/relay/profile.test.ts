import { expect, test } from 'vitest'
import { profileOf } from '../../../../test/profile-of.ts'
import { type Evidence, supportOf } from '../../index.ts'
import { type AgentSessionCapabilities, fromProfile, toProfile } from './index.ts'

const no = { support: 'unsupported' } as const

test('omits unknown fields and assumes required ones', () => {
  expect(fromProfile(profileOf({}))).toEqual({
    declaration: {
      messaging: { receive: true },
      delivery: { modes: [] },
      events: { emits: [] },
      lifecycle: { release: false },
    },
    notCarried: [],
    assumed: ['lifecycle.release', 'messaging.receive'],
  })
})

test('cannot deny a capability of every session', () => {
  const facts = { 'messaging.receive': no, 'prompt.text': no, 'lifecycle.release': no }
  expect(fromProfile(profileOf(facts))).toEqual({
    declaration: {
      messaging: { receive: true },
      delivery: { modes: [] },
      events: { emits: [] },
      lifecycle: { release: false },
    },
    notCarried: [
      {
        id: 'messaging.receive',
        support: 'unsupported',
        reason: 'this shape always declares that messages are received',
      },
      { id: 'prompt.text', support: 'unsupported', reason: 'every Relay session accepts text' },
    ],
    assumed: [],
  })
})

test('omits a capability that was omitted, and writes one that was denied', () => {
  const facts = { 'lifecycle.pause': no, 'session.fork': { ...no, detail: 'omitted' }, 'actions.invoke': no }
  expect(fromProfile(profileOf(facts)).declaration).toMatchObject({
    actions: { invoke: false },
    lifecycle: { release: false, pause: false },
  })
  expect(fromProfile(profileOf(facts)).declaration.lifecycle).not.toHaveProperty('fork')
})

test.each([
  { facts: {}, attachments: undefined },
  { facts: { 'prompt.text': {} }, attachments: undefined },
  { facts: { 'prompt.text': {}, 'prompt.image': {} }, attachments: ['text', 'image'] },
  { facts: { 'prompt.text': {}, 'prompt.image': no }, attachments: ['text'] },
  { facts: { 'prompt.image': {} }, attachments: ['image'] },
  { facts: { 'relay.text-attachments': {} }, attachments: ['text'] },
])('attachments of $facts are $attachments', ({ facts, attachments }) => {
  const profile = profileOf(facts as Record<string, Partial<Evidence>>)
  expect(fromProfile(profile).declaration.messaging.attachments).toEqual(attachments)
})

test('reads a repeated name in a list as one capability', () => {
  const declaration: AgentSessionCapabilities = {
    messaging: { receive: true },
    delivery: { modes: ['on-idle', 'immediate', 'on-idle'] },
    events: { emits: ['log', 'log'] },
    lifecycle: { release: false },
  }
  const profile = toProfile(declaration)
  expect(profile.facts['delivery.on-idle']?.evidence).toHaveLength(1)
  expect(fromProfile(profile).declaration).toMatchObject({
    delivery: { modes: ['on-idle', 'immediate'] },
    events: { emits: ['log'] },
  })
})

test('makes claims about the session, or about the subject of the caller', () => {
  const declaration: AgentSessionCapabilities = {
    messaging: { receive: true },
    delivery: { modes: [] },
    events: { emits: [] },
    lifecycle: { release: true },
  }
  const profile = toProfile(declaration, { subject: { id: 'session-1' }, source: 'observed' })
  expect(profile.subject).toEqual({ kind: 'session', id: 'session-1' })
  expect(profile.facts['lifecycle.release']?.evidence).toEqual([
    { source: 'observed', origin: 'relay', support: 'supported' },
  ])
  expect(supportOf(profile, 'prompt.text')).toBe('supported')
})
