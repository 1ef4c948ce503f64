import { afterAll, beforeAll, expect, it } from 'vitest'
import { fakeSession } from '../support/sessions/fake-session.ts'
import { FleetLab } from '../support/sessions/fleet-lab.ts'
import { VariableSeal } from '../../src/sessions/fleet/sealed-variables.ts'

let lab: FleetLab
beforeAll(() => {
  lab = new FleetLab()
})
afterAll(() => lab[Symbol.asyncDispose]())

it('passes variables to the node that resumes the session, and stores no value', async () => {
  const given: unknown[] = []
  const one = await lab.node({
    opener: (sessions) => ({
      resume: async (_, { env }) => {
        given.push(env)
        return sessions.register(fakeSession({ handle: 'ada' }))
      },
    }),
  })
  const two = await lab.node()
  const ada = fakeSession({ handle: 'ada' })
  await one.sessions.durably(() => one.sessions.register(ada))
  await one.sessions.durably(() => void ada.emit({ type: 'status.changed', status: 'failed' }))
  await two.store.refresh()
  const written: string[] = []
  for (const { database } of [one, two]) {
    const { query } = database
    database.query = (sql, values) => {
      written.push(JSON.stringify(values ?? []))
      return query(sql, values)
    }
  }
  const env = { TOKEN: 'secret-value', OTHER: 'äöü' }
  const report = await two.client.request('session.resume', { session: '@ada', env })
  expect([report.status, given]).toEqual(['idle', [env]])
  expect(written.some((each) => each.includes('session.resume'))).toBe(true)
  expect(written.filter((each) => /secret-value|äöü/.test(each))).toEqual([])
})

it('opens only variables that were sealed for this node, unchanged', () => {
  const [one, two] = [new VariableSeal(), new VariableSeal()]
  const sealed = two.seal(one.publicKey, { NAME: 'value' })
  expect(one.open(sealed)).toEqual({ NAME: 'value' })
  expect(() => two.open(sealed)).toThrow('unable to authenticate data')
  expect(() => one.open({ ...sealed, data: 'AAAA' })).toThrow('unable to authenticate data')
})
