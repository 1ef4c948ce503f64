import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Delivery } from '../../src/sessions/delivery.ts'
import { fakeSession } from '../support/sessions/fake-session.ts'
import { FleetLab } from '../support/sessions/fleet-lab.ts'

let lab: FleetLab
beforeAll(() => {
  lab = new FleetLab()
})
afterAll(() => lab[Symbol.asyncDispose]())

it('ends the expired deliveries of its own sessions when another node has taken one session over', async () => {
  const one = await lab.node()
  const [ada, bob] = [fakeSession({ handle: 'ada' }), fakeSession({ handle: 'bob' })] as const
  await one.sessions.durably(() => [ada, bob].map((session) => one.sessions.register(session)))
  const deadline = new Date(Date.now() + 3000).toISOString()
  const send = async (to: string): Promise<string> => {
    const { deliveries } = await one.client.request('send', { to, text: 'x', mode: 'manual', deadline })
    return (deliveries[0] as Delivery).id
  }
  const [lost, own] = [await send('@ada'), await send('@bob')]
  // This node learns of the other owner when the database refuses its write.
  await one.database.query(
    `UPDATE ${one.store.schema}.leases SET node = 'nod_other', epoch = epoch + 1 WHERE session = 'ses_ada'`,
  )
  const states = (): string[] => [lost, own].map((id) => one.sessions.deliveries.get(id).state)
  await expect.poll(states, { timeout: 20_000 }).toEqual(['pending', 'dead'])
})
