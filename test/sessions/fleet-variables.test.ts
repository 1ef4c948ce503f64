import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAgentSession } from '../../src/sessions/agent/open-agent-session.ts'
import type { SessionReport } from '../../src/sessions/wire/wire-methods.ts'
import { createLab } from '../support/sim-lab.ts'
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

it('refuses variables for a running agent of another node instead of dropping them', async () => {
  const sim = createLab()
  const [one, two] = [await lab.node(), await lab.node()]
  const { sessions } = one
  const opening = { client: sim.sim(), sessions, agent: 'sim', handle: 'eva', ...sim.options }
  const agent = await openAgentSession(opening)
  await agent.prompt('say hello').result()
  await one.client.request('session.pause', { session: '@eva' })
  await two.store.refresh()
  const resume = (env: Record<string, string>): Promise<SessionReport> =>
    two.client.request('session.resume', { session: '@eva', env })
  await expect(resume({ TOKEN: 'new' })).rejects.toMatchObject({
    code: 'RESUME_FAILED',
    message: 'Could not resume @eva: its agent is running and cannot get new variables',
    hint: 'Resume it without env, or release it and start a new session.',
  })
  expect((await two.client.request('session.show', { session: '@eva' })).status).toBe('paused')
  expect((await resume({})).status).toBe('idle')
  await agent.release?.()
  await sim.remove()
})

it('opens only variables that were sealed for this node, unchanged', () => {
  const [one, two] = [new VariableSeal(), new VariableSeal()]
  const sealed = two.seal(one.publicKey, { NAME: 'value' })
  expect(one.open(sealed)).toEqual({ NAME: 'value' })
  expect(() => two.open(sealed)).toThrow('unable to authenticate data')
  expect(() => one.open({ ...sealed, data: 'AAAA' })).toThrow('unable to authenticate data')
})
