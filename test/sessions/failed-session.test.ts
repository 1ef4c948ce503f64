import { describe, expect, it } from 'vitest'
import type { Sessions } from '../../src/sessions/index.ts'
import { fakeSession } from '../support/sessions/fake-session.ts'
import { failureOf, sessionLab, settle } from '../support/sessions/session-lab.ts'

const statusOf = (sessions: Sessions): unknown =>
  sessions.records().find(({ identity }) => identity.id === 'ses_bob')?.status

describe('a failed session', () => {
  it('can be released, although its agent cannot confirm it', async () => {
    const { bob, ann, managed, sessions, eventsOf } = sessionLab({
      bob: { methods: { release: () => Promise.reject(new Error('no process')) } },
    })
    const { deliveries } = ann.send({ to: '@bob', text: 'one', mode: 'manual' })
    await bob.emit({ type: 'status.changed', status: 'failed' })
    expect(managed.capabilities.lifecycle).toEqual({ release: true })
    await managed.release?.('enough')
    expect([managed.status, statusOf(sessions), sessions.list()]).toEqual(['released', 'released', []])
    expect(sessions.deliveries.get(deliveries[0]?.id ?? '').dead?.reason).toBe('released')
    expect(eventsOf('ses_bob')).toContainEqual({
      type: 'log',
      level: 'warn',
      message: 'Released the failed session although its release failed: no process',
    })
  })

  it('can be forgotten', async () => {
    const { bob, ann, sessions } = sessionLab()
    const { deliveries } = ann.send({ to: '@bob', text: 'one', mode: 'manual' })
    expect(failureOf(() => sessions.forget('@bob'))).toMatchObject({ code: 'SESSION_EXISTS' })
    await bob.emit({ type: 'status.changed', status: 'failed' })
    sessions.forget('@bob')
    expect([statusOf(sessions), sessions.list(), bob.isListenedTo()]).toEqual(['released', [], false])
    expect(sessions.deliveries.get(deliveries[0]?.id ?? '').dead?.reason).toBe('released')
    sessions.register(fakeSession({ handle: 'bob', id: 'ses_other' }))
  })

  it('can be registered again and gets the queued messages', async () => {
    const { bob, ann, sessions } = sessionLab()
    ann.send({ to: '@bob', text: 'one', mode: 'manual' })
    await bob.emit({ type: 'status.changed', status: 'failed' })
    const again = fakeSession({ handle: 'bob' })
    const managed = sessions.register(again)
    expect([bob.isListenedTo(), managed.status, sessions.list().length]).toEqual([false, 'idle', 1])
    expect(await managed.flush()).toBe(1)
    expect(again.received.map(({ text }) => text)).toEqual(['one'])
  })

  it('refuses a direct message with the next step', async () => {
    const { bob, ann } = sessionLab()
    await bob.emit({ type: 'status.changed', status: 'failed', reason: 'the agent ended' })
    expect(failureOf(() => ann.send({ to: '@bob', text: 'x' }))).toEqual({
      name: 'CapstanError',
      code: 'SESSION_FAILED',
      message: '@bob has failed',
      hint: 'Resume it or register it again, or release it.',
      commandHint: 'Run capstan session resume @bob, or capstan session release @bob.',
    })
  })

  it('does not block a channel or a thread: it gets a dead letter and the sender a notice', async () => {
    const { bob, ann, sessions } = sessionLab()
    const eve = fakeSession({ handle: 'eve' })
    sessions.register(eve)
    sessions.channels.create('builds', { members: ['per_ann', '@bob', '@eve'] })
    const before = ann.send({ to: '#builds', text: 'green' })
    await settle()
    await bob.emit({ type: 'status.changed', status: 'failed' })
    const { deliveries } = ann.send({ to: '#builds', text: 'red' })
    const reply = ann.reply(before.message.id, { text: 'still red' })
    await settle()
    expect(eve.received.map(({ text }) => text)).toEqual(['green', 'red', 'still red'])
    const dead = { reason: 'failed', detail: '@bob has failed' }
    for (const sent of [deliveries, reply.deliveries])
      expect(sent.map(({ recipient, state, dead: why }) => [recipient, state, why])).toEqual([
        ['ses_bob', 'dead', dead],
        ['ses_eve', 'pending', undefined],
      ])
    expect(ann.inbox().map(({ message }) => message.metadata?.['reason'])).toEqual(['failed', 'failed'])
  })

  it('is still failed, and can still be forgotten, after a restart', async () => {
    const { bob, sessions } = sessionLab()
    await bob.emit({ type: 'status.changed', status: 'failed' })
    sessions.leave('@bob')
    expect(statusOf(sessions)).toBe('failed')
    sessions.forget('@bob')
    expect(statusOf(sessions)).toBe('released')
  })
})
