import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSessions } from '../../../src/sessions/create-sessions.ts'
import { joinFleet } from '../../../src/sessions/fleet/join-fleet.ts'
import { openSharedStore } from '../../../src/sessions/store/postgres/open-postgres-store.ts'
import { connectPostgres } from '../../../src/sessions/store/postgres/pg-database.lazy.ts'
import type { AgentIdentity } from '../../../src/sessions/identity.ts'
import { fakeSession } from '../sessions/fake-session.ts'

/*
 * One node of the fleet in the tests. It sends to all sessions without end, runs the sessions it owns, and settles
 * what is in doubt. Each line of its files is one delivery: `sent` once the message is durable, `surfaced` when a
 * session gets it.
 */
const [address = '', name = '', folder = '', leaseMs = '', handles = ''] = process.argv.slice(2)
const onWarning = (): void => undefined
const database = await connectPostgres(address, onWarning)
const store = await openSharedStore({ database, name, leaseMs: Number(leaseMs), onWarning })
const sessions = createSessions({ store, onWarning })

const session = (identity: AgentIdentity): ReturnType<typeof fakeSession> =>
  fakeSession({
    handle: identity.handle,
    id: identity.id,
    receive: async (_, { id }) => {
      appendFileSync(`${folder}/surfaced`, `${id} ${name} ${process.pid}\n`)
      await sleep(Math.random() * 20)
      return { status: 'delivered', deliveryId: id }
    },
  })

await joinFleet({
  store,
  sessions,
  opener: {},
  owner: () => sessions.join({ name }),
  resume: async ({ identity }) => {
    await sessions.durably(() => sessions.register(session(identity)))
  },
  onWarning,
})
for (const handle of handles.split(',').filter((each) => each !== '')) {
  await sessions.durably(() => sessions.register(session({ id: `ses_${handle}`, name: handle, handle })))
}
const person = await sessions.durably(() => sessions.join({ name, handle: name }))
process.stdout.write('ready\n')

async function sendOne(): Promise<void> {
  const targets = sessions.records().filter(({ kind }) => kind === 'session')
  const target = targets[Math.floor(Math.random() * targets.length)]
  if (target === undefined) return
  const { deliveries } = await sessions.durably(() =>
    person.send({ to: target.identity.id, text: 'hello', mode: 'immediate' }),
  )
  for (const { id } of deliveries) appendFileSync(`${folder}/sent`, `${id}\n`)
}

let isSending = true
process.on('SIGUSR2', () => {
  isSending = false
})
setInterval(() => {
  for (const { id, recipient } of sessions.deliveries.list({ states: ['in-doubt'] })) {
    if (!store.shared.owns(recipient)) continue
    try {
      sessions.deliveries.settle(id, 'dead')
    } catch {
      // The session was lost meanwhile.
    }
  }
}, 300)
for (;;) {
  if (isSending) sendOne().catch(() => undefined)
  await sleep(150)
}
