import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { fakeSession } from '../support/sessions/fake-session.ts'
import { FleetLab, type LabNode } from '../support/sessions/fleet-lab.ts'

let lab: FleetLab
beforeAll(() => {
  lab = new FleetLab()
})
afterEach(() => lab.closeNodes())
afterAll(() => lab[Symbol.asyncDispose]())

const issue = async ({ client }: LabNode, participant: string): Promise<string> =>
  (await client.request('tokens.issue', { participant })).token

it('accepts the token of a person or a session on every node, also after all nodes restarted', async () => {
  const first = [await lab.node(), await lab.node()] as const
  await first[0].sessions.durably(() => first[0].sessions.join({ name: 'Ann', handle: 'ann', id: 'per_ann' }))
  const ada = fakeSession({ handle: 'ada' })
  await first[0].sessions.durably(() => first[0].sessions.register(ada))
  await first[1].store.refresh()
  const tokens = { ann: await issue(first[1], '@ann'), ada: await issue(first[1], '@ada') }
  for (const node of first) {
    for (const [handle, token] of Object.entries(tokens)) {
      const client = await node.connect(token)
      expect(client.server.rights).toBe('session')
      expect((await client.request('whoami', {})).identity.handle).toBe(handle)
    }
  }
  // The session runs on the first node; its token is used on the second.
  const asAda = await first[1].connect(tokens.ada)
  await asAda.request('send', { to: '@ann', text: 'from ada' })
  await expect(asAda.request('send', { to: '@ann', text: 'no', as: '@ann' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(asAda.request('session.list', {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  for (const node of first) await node[Symbol.asyncDispose]()
  const again = await lab.node()
  const asAnn = await again.connect(tokens.ann)
  const inbox = await asAnn.request('inbox', {})
  expect(inbox.map(({ message }) => [message.from.handle, message.text])).toEqual([['ada', 'from ada']])
  const rows = await again.database.query(`SELECT * FROM ${again.store.schema}.tokens`)
  expect(rows).toHaveLength(5)
  for (const token of Object.values(tokens)) {
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(again.warnings.join()).not.toContain(token)
  }
})

it('refuses an unknown token, and disconnects the clients of a revoked one on all nodes', async () => {
  const [one, two] = [await lab.node(), await lab.node()]
  await expect(one.connect('x'.repeat(43))).rejects.toMatchObject({ code: 'WIRE_DENIED' })
  await one.sessions.durably(() => one.sessions.join({ name: 'Ann', handle: 'ann' }))
  await two.store.refresh()
  const token = await issue(one, '@ann')
  const clients = [await one.connect(token), await two.connect(token)]
  await two.client.request('tokens.revoke', { participant: '@ann' })
  for (const client of clients) expect(await client.closed).toMatchObject({ code: 'WIRE_DENIED' })
  for (const node of [one, two])
    await expect(node.connect(token)).rejects.toMatchObject({ code: 'WIRE_DENIED' })
})

it('says that the store does not answer when a token cannot be looked up', async () => {
  const node = await lab.node()
  node.database.isReachable = false
  await expect(node.connect('x'.repeat(43))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
})
