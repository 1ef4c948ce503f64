import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeSession } from '../support/sessions/fake-session.ts'
import { createWireLab, type WireLab } from '../support/sessions/wire-lab.ts'

let lab: WireLab
beforeEach(async () => {
  lab = await createWireLab()
})
afterEach(() => lab[Symbol.asyncDispose]())

it('answers other clients while it marks thousands of messages as read', async () => {
  const eve = lab.sessions.join({ name: 'Eve' })
  for (let number = 0; number < 5000; number++) lab.ada.send({ to: '@eve', text: `${number}` })
  const [busy, other] = [await lab.connect(), await lab.connect()]
  const order: string[] = []
  const marking = busy.request('markRead', { as: '@eve' }).then(({ count }) => {
    order.push('marked')
    return count
  })
  // Sent while the first request is worked on.
  await new Promise((resolve) => setImmediate(resolve))
  await other.request('whoami', {})
  order.push('answered')
  expect([await marking, order]).toEqual([5000, ['answered', 'marked']])
  expect(eve.inbox({ unread: true })).toEqual([])
})

it('stores one message for all members of a channel, without a list of them', () => {
  const members = Array.from({ length: 1000 }, (_, number) =>
    lab.sessions.register(fakeSession({ handle: `member-${number}` })),
  )
  lab.sessions.channels.create('all', { members: members.map(({ identity }) => identity.id) })
  const sent = members[0]?.send({ to: '#all', text: 'hello' })
  expect([sent?.deliveries.length, sent?.message.to]).toEqual([999, []])
  expect(JSON.stringify(sent?.message)).not.toContain('member-999')
})
