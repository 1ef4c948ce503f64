import { expect, test } from 'vitest'
import { readDeclaration, writeDeclaration } from '../../../src/capabilities/convert.ts'
import type { AgentSessionCapabilities } from '../../../src/capabilities/ecosystems/relay/index.ts'
import type { CapabilityProfile } from '../../../src/capabilities/index.ts'

const minimum: AgentSessionCapabilities = {
  messaging: { receive: true },
  delivery: { modes: ['immediate'] },
  events: { emits: ['status.changed'] },
  lifecycle: { release: false },
}

/** The fragments of the page, combined into one declaration. */
const fragments: AgentSessionCapabilities = {
  messaging: { receive: true, send: true, attachments: ['text', 'image'] },
  delivery: { modes: ['immediate', 'next-tool-call', 'on-idle'], queue: true },
  events: {
    emits: [
      'status.changed',
      'tool.called',
      'tool.completed',
      'transcript.chunk',
      'file.changed',
      'terminal.output',
    ],
  },
  actions: { invoke: true, expose: true },
  lifecycle: { release: true, pause: true, resume: true, fork: true, snapshot: true },
}

/** The ids, grouped by support and detail of the first evidence. */
function outline({ facts }: CapabilityProfile): Record<string, string[]> {
  const groups = Object.groupBy(Object.values(facts), ({ support, evidence }) =>
    [support, evidence[0]?.detail].filter((part) => part !== undefined).join(', '),
  )
  return Object.fromEntries(
    Object.entries(groups).map(([said, list = []]) => [said, list.map(({ id }) => id).toSorted()]),
  )
}

const words = (text: string): string[] => text.trim().split(/\s+/)

test('the minimum gives these facts and survives a round trip', () => {
  const profile = readDeclaration('relay', minimum)
  expect(outline(profile)).toEqual({
    supported: ['delivery.immediate', 'events.status.changed', 'messaging.receive'],
    'supported, protocol baseline': ['prompt.text'],
    unsupported: words(`
      delivery.manual delivery.next-message delivery.next-tool-call delivery.on-idle
      events.action.completed events.action.denied events.action.failed events.action.invoked
      events.command.completed events.command.failed events.command.started
      events.delivery.accepted events.delivery.deferred events.delivery.delivered events.delivery.failed
      events.error events.file.changed events.log events.message.received events.message.sent
      events.session.forked events.session.released events.session.resumed events.session.started
      events.status.active events.status.blocked events.status.idle events.status.offline
      events.status.waiting events.terminal.output events.terminal.screen events.tool.called
      events.tool.completed events.tool.failed events.tool.output events.transcript.chunk
      events.usage.updated lifecycle.release`),
    'unsupported, omitted': words(`
      actions.expose actions.invoke delivery.queue lifecycle.pause lifecycle.resume lifecycle.snapshot
      messaging.send prompt.image relay.text-attachments session.fork`),
  })
  expect(profile.subject).toEqual({ kind: 'session', id: 'unknown' })
  expect(profile.facts['delivery.immediate']).toEqual({
    id: 'delivery.immediate',
    support: 'supported',
    evidence: [{ source: 'declared', origin: 'relay', support: 'supported' }],
  })
  expect(writeDeclaration('relay', profile)).toEqual({ declaration: minimum, notCarried: [], assumed: [] })
})

test('the fragments give these facts and survive a round trip', () => {
  const profile = readDeclaration('relay', fragments)
  expect(outline(profile)).toEqual({
    supported: words(`
      actions.expose actions.invoke delivery.immediate delivery.next-tool-call delivery.on-idle
      delivery.queue events.file.changed events.status.changed events.terminal.output events.tool.called
      events.tool.completed events.transcript.chunk lifecycle.pause lifecycle.release lifecycle.resume
      lifecycle.snapshot messaging.receive messaging.send prompt.image relay.text-attachments session.fork`),
    'supported, protocol baseline': ['prompt.text'],
    unsupported: words(`
      delivery.manual delivery.next-message
      events.action.completed events.action.denied events.action.failed events.action.invoked
      events.command.completed events.command.failed events.command.started
      events.delivery.accepted events.delivery.deferred events.delivery.delivered events.delivery.failed
      events.error events.log events.message.received events.message.sent
      events.session.forked events.session.released events.session.resumed events.session.started
      events.status.active events.status.blocked events.status.idle events.status.offline
      events.status.waiting events.terminal.screen events.tool.failed events.tool.output
      events.usage.updated`),
  })
  expect(writeDeclaration('relay', profile)).toEqual({ declaration: fragments, notCarried: [], assumed: [] })
})
