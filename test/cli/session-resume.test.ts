import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Delivery } from '../../src/sessions/delivery.ts'
import type { SessionReport } from '../../src/sessions/wire/wire-methods.ts'
import { childrenOf } from '../support/processes.ts'
import { createSessionMachine, type SessionMachine } from '../support/sessions/session-machine.ts'

let lab: SessionMachine
beforeEach(() => {
  lab = createSessionMachine()
})
afterEach(() => lab.remove())

const show = (): Promise<SessionReport> => lab.json<SessionReport>(['session', 'show', 'ada'])
const agents = (): number[] => lab.daemons().flatMap((daemon) => childrenOf(daemon, 'sim/main'))
/** The variables of the running agent. */
const variables = (): string[] =>
  agents().flatMap((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0'))
const silent = JSON.stringify({ answers: { 'session/prompt': { hang: true } } })

/** A session whose agent ended before it acknowledged a message. */
async function openDoubtful(): Promise<Delivery> {
  await lab.run(['session', 'new', 'sim', '--name', 'Ada', '--env', `CAPSTAN_SIM_SCENARIO=${silent}`])
  const { deliveries } = await lab.json<{ deliveries: [Delivery] }>(['session', 'send', 'ada', 'say hello'])
  await vi.waitUntil(async () => (await show()).deliveries.surfacing === 1, { timeout: 20_000 })
  for (const pid of agents()) process.kill(pid, 'SIGKILL')
  await vi.waitUntil(async () => (await show()).deliveries['in-doubt'] === 1, { timeout: 20_000 })
  return deliveries[0]
}

describe.skipIf(process.platform !== 'linux')('capstan session resume --env', () => {
  it('passes variables by name and value after the daemon has stopped, and stores no value', async () => {
    const env = { FIRST: 'one', SECOND: 'two' }
    await lab.run(['session', 'new', 'sim', '--name', 'Ada', '--env', 'FIRST'], { env })
    await lab.run(['session', 'ask', 'ada', 'say hello'])
    await lab.run(['session', 'stop'])
    // The daemon starts without them.
    await lab.run(['session', 'list'])
    const args = ['session', 'resume', 'ada', '--env', 'SECOND', '--env', 'THIRD=three']
    expect((await lab.run(args, { env })).stdout).toBe('@ada is idle\n')
    expect(variables()).toEqual(expect.arrayContaining(['FIRST=one', 'SECOND=two', 'THIRD=three']))
    const { origin } = await show()
    expect(origin?.['variables']).toEqual(['FIRST', 'SECOND', 'THIRD'])
    expect(JSON.stringify(origin)).not.toContain('three')
  })

  it('passes variables to an agent that has ended by itself', async () => {
    await openDoubtful()
    await lab.run(['session', 'resume', 'ada', '--env', 'CAPSTAN_SIM_SCENARIO={}', '--settle', 'dead'])
    expect(variables()).toContain('CAPSTAN_SIM_SCENARIO={}')
    expect((await lab.run(['session', 'ask', 'ada', 'say well'])).stdout).toBe('well\n')
  })

  it('refuses variables for an agent that is only paused', async () => {
    await lab.run(['session', 'new', 'sim', '--name', 'Ada'])
    await lab.run(['session', 'pause', 'ada'])
    const { exitCode, stderr } = await lab.run(['session', 'resume', 'ada', '--env', 'A=1'])
    expect([exitCode, stderr]).toEqual([
      1,
      'error RESUME_FAILED: Could not resume @ada: its agent is running and cannot get new variables — ' +
        'Resume it without --env, or release it and start a new session.\n',
    ])
    expect((await lab.run(['session', 'resume', 'ada'])).stdout).toBe('@ada is idle\n')
  })
})

describe('capstan session resume --settle', () => {
  const well = ['--env', 'CAPSTAN_SIM_SCENARIO={}']

  it('lists the deliveries in doubt without it', async () => {
    const { id } = await openDoubtful()
    const { stdout } = await lab.run(['session', 'resume', 'ada', ...well])
    expect(stdout).toContain(`${id} is in doubt`)
    expect(stdout).toContain('To settle all: capstan session resume @ada --settle delivered|dead|redeliver')
    expect((await show()).deliveries).toEqual({ 'in-doubt': 1 })
  })

  it.each(['delivered', 'dead', 'redeliver'] as const)('settles them as %s', async (decision) => {
    const { id } = await openDoubtful()
    const { exitCode } = await lab.run(['session', 'resume', 'ada', ...well, '--settle', decision])
    expect(exitCode).toBe(0)
    const expected = decision === 'dead' ? 'dead' : 'delivered'
    const state = async (): Promise<string | undefined> => {
      if (decision === 'dead') return (await lab.json<Delivery[]>(['session', 'dead']))[0]?.state
      const items = await lab.json<{ delivery: Delivery }[]>(['session', 'inbox', 'ada', '--all'])
      return items.find(({ delivery }) => delivery.id === id)?.delivery.state
    }
    await vi.waitUntil(async () => (await state()) === expected, { timeout: 20_000 })
  })

  it('rejects an unknown decision before anything happens', async () => {
    await openDoubtful()
    const { exitCode } = await lab.run(['session', 'resume', 'ada', '--settle', 'maybe'])
    expect([exitCode, (await show()).status]).toEqual([2, 'offline'])
  })
})
