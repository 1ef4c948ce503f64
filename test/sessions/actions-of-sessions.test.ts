import { expect, it } from 'vitest'
import { sessionLab, settle } from '../support/sessions/session-lab.ts'

it('a policy decides with the input', async () => {
  const { sessions, ann } = sessionLab()
  sessions.actions.register({
    name: 'deploy',
    description: 'x',
    policy: ({ input, caller }) => ({
      allowed: (input as { to: string }).to !== 'production',
      reason: `@${caller.handle} may not deploy to production`,
    }),
    handler: () => 'done',
  })
  expect(await ann.invoke('deploy', { to: 'staging' })).toMatchObject({ ok: true })
  expect(await ann.invoke('deploy', { to: 'production' })).toMatchObject({
    ok: false,
    error: { code: 'action_denied', message: '@ann may not deploy to production' },
  })
})

it('the actions of a released session are gone', async () => {
  const { sessions, ann, managed } = sessionLab({
    bob: { methods: { release: () => Promise.resolve() } },
  })
  sessions.actions.register({ name: 'review', description: 'x', handler: () => 1 }, managed)
  sessions.actions.register({ name: 'stays', description: 'x', handler: () => 1 })
  let changes = 0
  sessions.actions.onChange(() => changes++)
  await managed.release?.()
  expect(ann.actions().map(({ name }) => name)).toEqual(['stays'])
  expect(await ann.invoke('review', {})).toMatchObject({ ok: false, error: { code: 'action_not_found' } })
  expect(changes).toBe(1)
})

it('an inbox of delivered messages leaves out those that wait for their boundary', async () => {
  const { ann, managed } = sessionLab()
  ann.send({ to: '@bob', text: 'later', mode: 'manual' })
  ann.send({ to: '@bob', text: 'now' })
  await settle()
  expect(managed.inbox({ delivered: true }).map(({ message }) => message.text)).toEqual(['now'])
  expect(managed.inbox().map(({ message }) => message.text)).toEqual(['later', 'now'])
  expect(await managed.markAllRead()).toBe(2)
  expect(managed.inbox({ unread: true })).toEqual([])
})
