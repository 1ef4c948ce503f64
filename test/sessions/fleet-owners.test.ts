import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Delivery } from '../../src/sessions/delivery.ts'
import type { MessageReceipt } from '../../src/sessions/index.ts'
import { fakeSession } from '../support/sessions/fake-session.ts'
import { FleetLab, type LabNode } from '../support/sessions/fleet-lab.ts'

let lab: FleetLab
beforeAll(() => {
  lab = new FleetLab()
})
afterEach(() => lab.closeNodes())
afterAll(() => lab[Symbol.asyncDispose]())

const stateOf = (node: LabNode, { id }: Pick<Delivery, 'id'>): string =>
  node.sessions.deliveries.get(id).state

it('calls a session for the next message only after the mark of that message is durable', async () => {
  const one = await lab.node()
  const answers: ((receipt: MessageReceipt) => void)[] = []
  const ada = fakeSession({
    handle: 'ada',
    receive: () => new Promise((resolve) => answers.push(resolve)),
  })
  await one.sessions.durably(() => one.sessions.register(ada))
  await one.client.request('send', { to: '@ada', text: 'first', mode: 'immediate' })
  await one.client.request('send', { to: '@ada', text: 'second', mode: 'immediate' })
  await expect.poll(() => answers.length).toBe(1)
  const { query } = one.database
  const seenAtCommits: number[] = []
  one.database.query = async (sql, values) => {
    const rows = await query(sql, values)
    if (sql.includes('commit_batch') && String(values?.[3]).includes('surfacing')) {
      seenAtCommits.push(ada.received.length)
    }
    return rows
  }
  answers[0]?.({ status: 'delivered', deliveryId: ada.received[0]?.id ?? '' })
  await expect.poll(() => answers.length).toBe(2)
  expect(seenAtCommits).toEqual([1])
  answers[1]?.({ status: 'delivered', deliveryId: ada.received[1]?.id ?? '' })
})

it('stores the outcomes of its own sessions when another node has taken one session over', async () => {
  const one = await lab.node()
  const answers: (() => void)[] = []
  const [ada, bob] = ['ada', 'bob'].map((handle) =>
    fakeSession({
      handle,
      receive: (_, { id }) =>
        new Promise((resolve) => answers.push(() => resolve({ status: 'delivered', deliveryId: id }))),
    }),
  ) as [ReturnType<typeof fakeSession>, ReturnType<typeof fakeSession>]
  await one.sessions.durably(() => [ada, bob].map((session) => one.sessions.register(session)))
  const sent = [
    await one.client.request('send', { to: '@ada', text: 'hello' }),
    await one.client.request('send', { to: '@bob', text: 'hello' }),
  ]
  await expect.poll(() => answers.length).toBe(2)
  // This node learns of the other owner when the database refuses its write.
  await one.database.query(
    `UPDATE ${one.store.schema}.leases SET node = 'nod_other', epoch = epoch + 1 WHERE session = 'ses_ada'`,
  )
  for (const answer of answers) answer()
  await expect.poll(() => one.sessions.list().map(({ identity }) => identity.handle)).toEqual(['bob'])
  expect(sent.map(({ deliveries }) => stateOf(one, deliveries[0] as Delivery))).toEqual([
    'surfacing',
    'delivered',
  ])
})

it('delivers to a channel although a member on another node has failed', async () => {
  const [one, two] = [await lab.node(), await lab.node()]
  const [ada, bob] = [fakeSession({ handle: 'ada' }), fakeSession({ handle: 'bob' })]
  await one.sessions.durably(() => one.sessions.register(ada))
  await two.sessions.durably(() => two.sessions.register(bob))
  await one.store.refresh()
  await one.client.request('channels.create', { name: 'dev', members: ['@ada', '@bob', '@user'] })
  await one.sessions.durably(() => void ada.emit({ type: 'status.changed', status: 'failed' }))
  await two.store.refresh()
  const { deliveries } = await two.client.request('send', { to: '#dev', text: 'all' })
  await expect.poll(() => bob.received.map(({ text }) => text)).toEqual(['all'])
  await one.store.refresh()
  const failed = deliveries.find(({ recipient }) => recipient === 'ses_ada') as Delivery
  for (const { sessions } of [one, two])
    expect(sessions.deliveries.get(failed.id)).toMatchObject({
      state: 'dead',
      dead: { reason: 'failed', detail: '@ada has failed' },
    })
  const inbox = await two.client.request('inbox', {})
  expect(inbox.map(({ message }) => message.metadata?.['reason'])).toContain('failed')
})

it('stores no values of variables when another node has to resume the session', async () => {
  const [one, two] = [await lab.node(), await lab.node()]
  const done: string[] = []
  const step = (name: string) => async (): Promise<void> => void done.push(name)
  const ada = fakeSession({ handle: 'ada', methods: { pause: step('pause'), resume: step('resume') } })
  await one.sessions.durably(() => one.sessions.register(ada))
  await two.store.refresh()
  await two.client.request('session.pause', { session: '@ada' })
  const { query } = two.database
  const written: string[] = []
  two.database.query = (sql, values) => {
    written.push(JSON.stringify(values ?? []))
    return query(sql, values)
  }
  await two.client.request('session.resume', { session: '@ada', env: { TOKEN: 'secret-value' } })
  expect(done).toEqual(['pause', 'resume'])
  expect(written.filter((each) => each.includes('session.resume'))).toHaveLength(1)
  expect(written.filter((each) => each.includes('secret-value'))).toEqual([])
})

it('keeps one of two sessions whose handles look alike on two nodes', async () => {
  const nodes = [await lab.node(), await lab.node()]
  // The second begins with a Cyrillic letter.
  const sessions = ['ada', '\u0430da'].map((handle, index) => fakeSession({ handle, id: `ses_${index}` }))
  const results = await Promise.allSettled(
    nodes.map(({ sessions: own }, index) =>
      own.durably(() => own.register(sessions[index] as ReturnType<typeof fakeSession>)),
    ),
  )
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it('reports the conflict of a message whose mark is in the same batch, and delivers the next message', async () => {
  const [one, two] = [await lab.node(), await lab.node()]
  const ada = fakeSession({ handle: 'ada' })
  await two.sessions.durably(() => two.sessions.register(ada))
  await one.store.refresh()
  const { query } = two.database
  const blocked = Promise.withResolvers<void>()
  const refused: string[] = []
  two.database.query = async (sql, values) => {
    if (sql.includes('commit_batch')) await blocked.promise
    const rows = await query(sql, values)
    for (const row of rows as { out_outcomes?: string }[]) refused.push(row.out_outcomes ?? '')
    return rows
  }
  const message = { to: '@ada', text: 'once', idempotencyKey: 'k' }
  const user = two.sessions.join({ name: 'user', handle: 'user' })
  const late = two.sessions.durably(() => user.send(message)).catch((error: unknown) => error)
  // The mark of the delivery goes into the batch of the message.
  await new Promise((resolve) => setTimeout(resolve, 50))
  await one.client.request('send', message)
  blocked.resolve()
  expect(await late).toMatchObject({ code: 'STORE_CONFLICT' })
  expect(refused.filter((text) => text.includes('NOT_OWNER'))).toEqual([])
  await two.client.request('send', { to: '@ada', text: 'next' })
  await expect.poll(() => ada.received.map(({ text }) => text)).toEqual(['once', 'next'])
})

it('leaves a session without an owner when an outcome arrives after it was handed off', async () => {
  const [one, two] = [await lab.node(), await lab.node()]
  const answers: (() => void)[] = []
  const ada = fakeSession({
    handle: 'ada',
    receive: (_, { id }) =>
      new Promise((resolve) => answers.push(() => resolve({ status: 'delivered', deliveryId: id }))),
  })
  await one.sessions.durably(() => one.sessions.register(ada))
  const { deliveries } = await one.client.request('send', { to: '@ada', text: 'slow', mode: 'immediate' })
  await expect.poll(() => answers.length).toBe(1)
  await one.sessions.handOff('@ada')
  expect(one.store.shared.lease('ses_ada')).toMatchObject({ node: undefined, epoch: 2 })
  answers[0]?.()
  await one.store.refresh()
  await one.store.refresh()
  expect(one.store.shared.lease('ses_ada')).toMatchObject({ node: undefined, epoch: 2 })
  await two.store.refresh()
  await two.sessions.durably(() => two.sessions.register(fakeSession({ handle: 'ada' })))
  expect(stateOf(two, deliveries[0] as Delivery)).toBe('in-doubt')
})
