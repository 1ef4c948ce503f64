import { expect, it } from 'vitest'
import { CapstanError } from '../../src/core/capstan-error.ts'
import type { Delivery } from '../../src/sessions/delivery.ts'
import { createMemoryStore, type SessionStore } from '../../src/sessions/index.ts'
import { sessionLab, settle } from '../support/sessions/session-lab.ts'

/** A store that refuses to change the deliveries in `refused`. */
function refusing(): { store: SessionStore; refused: Set<string> } {
  const memory = createMemoryStore()
  const refused = new Set<string>()
  const store: SessionStore = {
    ...memory,
    updateDelivery: (id, change, receipt) => {
      if (refused.has(id)) throw new CapstanError('STORE_FAILED', 'Not this one')
      return memory.updateDelivery(id, change, receipt)
    },
  }
  return { store, refused }
}

it('ends the other expired deliveries when the store refuses one, and ends that one later', async () => {
  const { store, refused } = refusing()
  const { ann, bob, clock, sessions, warnings } = sessionLab({ store })
  await bob.emit({ type: 'status.changed', status: 'offline' })
  const send = (seconds: number): Delivery =>
    ann.send({ to: '@bob', text: 'late', deadline: new Date(1_000_000 + seconds * 1000) })
      .deliveries[0] as Delivery
  const [first, second, third, later] = [send(60), send(60), send(60), send(61)] as const
  const states = (): string[] =>
    [first, second, third, later].map(({ id }) => sessions.deliveries.get(id).state)
  refused.add(second.id)
  await clock.advance(60_000)
  expect(states()).toEqual(['dead', 'pending', 'dead', 'pending'])
  await clock.advance(2000)
  expect(states()).toEqual(['dead', 'pending', 'dead', 'dead'])
  // Reported once, however often it is tried.
  expect(warnings).toEqual([`Could not end the expired delivery ${second.id}: Not this one`])
  refused.clear()
  await clock.advance(60_000)
  expect(states()).toEqual(['dead', 'dead', 'dead', 'dead'])
  expect(ann.inbox().map(({ message }) => message.metadata?.['reason'])).toEqual([
    'expired',
    'expired',
    'expired',
    'expired',
  ])
})

it('ends more expired deliveries than fit into one transaction although the store refuses a whole batch', async () => {
  const { store, refused } = refusing()
  const { ann, bob, clock, sessions } = sessionLab({ store })
  await bob.emit({ type: 'status.changed', status: 'offline' })
  const deadline = new Date(1_060_000)
  const sent = Array.from(
    { length: 1100 },
    () => ann.send({ to: '@bob', text: 'late', deadline }).deliveries[0] as Delivery,
  )
  for (const { id } of sent.slice(0, 600)) refused.add(id)
  await clock.advance(60_000)
  expect(sessions.deliveries.count({ recipient: 'ses_bob', states: ['dead'] })).toBe(500)
})

it('puts the other overdue attempts in doubt when the store refuses one', async () => {
  const { store, refused } = refusing()
  const { ann, clock, sessions } = sessionLab({
    store,
    policy: { attemptTimeoutMs: 5000 },
    bob: { receive: () => new Promise(() => {}) },
  })
  const [first, second] = (['immediate', 'on-idle'] as const).map(
    (mode) => ann.send({ to: '@bob', text: 'x', mode }).deliveries[0] as Delivery,
  ) as [Delivery, Delivery]
  await settle()
  refused.add(first.id)
  await clock.advance(5000)
  const states = (): string[] => [first, second].map(({ id }) => sessions.deliveries.get(id).state)
  expect(states()).toEqual(['surfacing', 'in-doubt'])
  refused.clear()
  await clock.advance(5000)
  expect(states()).toEqual(['in-doubt', 'in-doubt'])
})
