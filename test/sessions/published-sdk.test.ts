import { type AgentSession as PublishedSession, DeliveryRunner, type RelayMessaging } from '@agent-relay/sdk'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSessionsLab, type SessionsLab } from '../support/agent-sessions.ts'
import { sessionLab, settle } from '../support/sessions/session-lab.ts'

let lab: SessionsLab
beforeEach(() => {
  lab = createSessionsLab()
})
afterEach(async () => await lab.remove())

it('a session of the published package registers with its address as id and event types of its own', async () => {
  const received: string[] = []
  const worker = {
    identity: { id: '@worker', name: 'worker', handle: '@worker' },
    capabilities: {
      messaging: { receive: true },
      delivery: { modes: ['immediate', 'on-idle'], queue: true },
      events: { emits: ['status.changed', 'turn.settled', 'activity.changed'] },
      lifecycle: { release: false },
    },
    receiveMessage: async (message: { text: string }, { id }: { id: string }) => {
      received.push(message.text)
      return { status: 'delivered', deliveryId: id }
    },
    onEvent: () => () => {},
  } as unknown as PublishedSession
  const { sessions, ann } = sessionLab()
  const managed = sessions.register(worker)
  expect([managed.identity.id, managed.identity.handle]).toEqual(['@worker', 'worker'])
  ann.send({ to: '@worker', text: 'hello', mode: 'immediate' })
  await settle()
  expect([received, sessions.get('@worker').status]).toEqual([['hello'], 'idle'])
})

it("the published DeliveryRunner delivers to an agent's session", async () => {
  const agent = await lab.open({}, { name: 'Ada' })
  const acks: unknown[] = []
  const message = {
    id: 'msg_1',
    messageId: 'msg_1',
    kind: 'dm',
    text: 'say hello',
    from: { id: 'ann', name: 'Ann', handle: 'ann' },
    to: [],
    conversationId: 'c',
    mentions: [],
    createdAt: '2026-11-01T00:00:00Z',
  }
  const messaging = {
    capabilities: { serverDeliveryState: true },
    inbox: {
      subscribe: async function* () {
        yield { id: 'item_1', message }
      },
      ack: async (ack: unknown) => void acks.push(ack),
      defer: async (given: unknown) => void acks.push(given),
      fail: async (given: unknown) => void acks.push(given),
    },
  } as unknown as RelayMessaging
  const runner = new DeliveryRunner({
    messaging,
    delivery: agent,
    agentName: 'ada',
  })
  await runner.start()
  expect(acks).toEqual([{ inboxItemId: 'item_1', state: 'delivered', metadata: undefined }])
  expect(lab.arrived().join('\n')).toContain('> say hello')
})
