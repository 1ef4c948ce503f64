import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDaemon } from '../../src/sessions/daemon/connect-daemon.ts'
import type { FleetReport } from '../../src/sessions/fleet/fleet-report.ts'
import type { LoggedEvent } from '../../src/sessions/store/session-store.ts'
import type { SendResult } from '../../src/sessions/participant.ts'
import type { SessionReport } from '../../src/sessions/wire/wire-methods.ts'
import { createMachine, type Machine } from '../support/machine.ts'
import { childrenOf, isRunning } from '../support/processes.ts'
import { capstan, type ProgramResult } from '../support/program.ts'
import { type PostgresServer, startPostgres } from '../support/fleet/postgres-server.ts'

/** A machine with a daemon that is a node of the fleet. */
interface FleetMachine {
  machine: Machine
  env: Record<string, string>
  run(args: readonly string[], env?: Record<string, string>): Promise<ProgramResult>
  json<Data>(args: readonly string[]): Promise<Data>
  daemon: () => number
}

/** The server trusts everyone; the password only has to stay out of sight. */
const password = 'never-show-this'
let server: PostgresServer
let shared: Machine
const machines: FleetMachine[] = []
beforeAll(async () => {
  server = await startPostgres({ command: (program, args) => [program, [...args]] }, '127.0.0.1')
  shared = createMachine()
})
afterAll(async () => {
  for (const each of machines) {
    await each.run(['session', 'stop'])
    if (isRunning(each.daemon())) process.kill(each.daemon(), 'SIGKILL')
    each.machine.remove()
  }
  shared.remove()
  server[Symbol.dispose]()
})

/** `simHome`: where the agent stores its conversations; a disk that all machines share, unless it is named. */
function createFleetMachine(simHome = join(shared.home, 'sim')): FleetMachine {
  const machine = createMachine()
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: machine.home,
    CAPSTAN_HOME: machine.capstanHome,
    CAPSTAN_SIM_HOME: simHome,
    CAPSTAN_STORE: server.address.replace('capstan@', `capstan:${password}@`),
    PGPASSWORD: password,
    PLACE: 'of-the-node',
  }
  const run: FleetMachine['run'] = (args, more = {}) =>
    capstan(args, { cwd: shared.home, env: { ...env, ...more }, input: '' })
  const created: FleetMachine = {
    machine,
    env,
    run,
    json: async <Data>(args: readonly string[]) => {
      const { exitCode, stdout, stderr } = await run([...args, '--json'])
      if (exitCode !== 0) throw new Error(`It ended with ${exitCode}: ${stderr}`)
      return JSON.parse(stdout) as Data
    },
    daemon: () => {
      const [log] = globSync(join(machine.capstanHome, 'fleet-*/daemon.log'))
      const text = log !== undefined && existsSync(log) ? readFileSync(log, 'utf8') : ''
      return Number(Array.from(text.matchAll(/ready, process (\d+)/g)).at(-1)?.[1] ?? 0)
    },
  }
  machines.push(created)
  return created
}

const fleetOf = (machine: FleetMachine): Promise<FleetReport> => machine.json(['fleet'])
const statusOf = async (machine: FleetMachine, handle: string): Promise<string | undefined> =>
  (await machine.json<SessionReport[]>(['session', 'list'])).find(
    ({ identity }) => identity.handle === handle,
  )?.status

/** All events, as the daemon of a machine reads them. */
async function eventsAt({ machine }: FleetMachine): Promise<LoggedEvent[]> {
  const [folder = ''] = globSync(join(machine.capstanHome, 'fleet-*'))
  await using daemon = await connectDaemon({ folder })
  return (await daemon.request('events.read', { after: 0 })).entries
}

async function eventTypes(machine: FleetMachine): Promise<string[]> {
  return (await eventsAt(machine)).map(({ event }) => event.type)
}

describe('two daemons on one database', () => {
  let a: FleetMachine
  let b: FleetMachine
  let c: FleetMachine
  beforeAll(async () => {
    a = createFleetMachine()
    b = createFleetMachine()
    const own = ['--permissions', 'allow', '--env', 'PGPASSWORD=of-the-agent', '--env', 'PLACE=first']
    await a.run(['session', 'new', 'sim', '--name', 'Ada', ...own])
    await b.run(['session', 'list'])
  })

  it('send, watch and control a session from the other machine', async () => {
    expect(await statusOf(b, 'ada')).toBe('idle')
    const sent = await b.json<SendResult>(['session', 'send', 'ada', 'say hello', '--wait'])
    expect(sent.deliveries.map(({ recipient }) => recipient)).toHaveLength(1)
    expect(await eventTypes(b)).toContain('delivery.delivered')
    expect((await b.run(['session', 'pause', 'ada'])).exitCode).toBe(0)
    expect(await statusOf(a, 'ada')).toBe('paused')
    expect((await b.run(['session', 'resume', 'ada'])).exitCode).toBe(0)
    expect(await statusOf(a, 'ada')).toBe('idle')
  })

  it('prompt a session from the other machine, show its answer, and cancel the turn', async () => {
    const { exitCode, stdout, stderr } = await b.run(['session', 'ask', 'ada', 'say hello from afar'])
    expect([exitCode, stdout]).toEqual([0, 'hello from afar\n'])
    expect(stderr).not.toContain('SESSION_ELSEWHERE')
    const [folder = ''] = globSync(join(b.machine.capstanHome, 'fleet-*'))
    await using daemon = await connectDaemon({ folder })
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      const params = { session: '@ada', text: 'run sleep 60' }
      for await (const item of daemon.stream('session.ask', params, stop.signal)) {
        if ('event' in item && item.event.type === 'terminal.updated') stop.abort()
      }
    }
    await ask().catch(() => undefined)
    expect(stop.signal.aborted).toBe(true)
    await expect.poll(() => statusOf(a, 'ada')).toBe('idle')
    await b.run(['session', 'pause', 'ada'])
    const paused = await b.run(['session', 'ask', 'ada', 'say x'])
    expect([paused.exitCode, paused.stderr]).toEqual([
      1,
      expect.stringContaining('error SESSION_NOT_READY: Ada is paused'),
    ])
    await b.run(['session', 'resume', 'ada'])
  })

  it('list both nodes, and the owner of each session', async () => {
    const { nodes, sessions } = await fleetOf(a)
    expect(nodes.map(({ state, sessions: count }) => [state, count])).toEqual([
      ['alive', 1],
      ['alive', 0],
    ])
    expect(sessions).toMatchObject([{ handle: 'ada', status: 'idle', node: nodes[0]?.id, epoch: 1 }])
    const { stdout } = await a.run(['fleet'])
    expect(stdout).toContain('NODE')
    expect(stdout).toContain('@ada')
  })

  it('show the password nowhere', async () => {
    for (const { machine, daemon } of [a, b]) {
      expect(readFileSync(`/proc/${daemon()}/cmdline`, 'utf8')).not.toContain(password)
      for (const file of globSync(join(machine.capstanHome, 'fleet-*/*.log'))) {
        expect(readFileSync(file, 'utf8')).not.toContain(password)
      }
    }
    const closed = { CAPSTAN_STORE: `postgres://capstan:${password}@127.0.0.1:1/postgres` }
    const results = await Promise.all([
      a.run(['fleet'], closed),
      a.run(['session', 'serve'], closed),
      a.run(['fleet', '--store', `postgres://capstan:${password}@127.0.0.1:1/postgres`]),
      a.run(['fleet'], { CAPSTAN_STORE: `mysql://capstan:${password}@127.0.0.1/postgres` }),
    ])
    expect(results.map(({ exitCode }) => exitCode)).toEqual([1, 1, 2, 2])
    for (const { stdout, stderr } of results) expect(stdout + stderr).not.toContain(password)
    expect(results[0]?.stderr).toContain('STORE_UNAVAILABLE')
  })

  it('move the sessions of a node that is drained', async () => {
    const before = await fleetOf(a)
    const source = before.sessions[0]?.node ?? ''
    const { exitCode, stderr } = await a.run(['fleet', 'drain', source])
    expect([exitCode, stderr]).toEqual([0, ''])
    await expect
      .poll(async () => (await fleetOf(a)).sessions)
      .toMatchObject([{ handle: 'ada', status: 'idle' }])
    expect((await fleetOf(a)).sessions[0]?.node).not.toBe(source)
    await a.json(['session', 'send', 'ada', 'say moved', '--wait'])
  })

  it('take a session over from a killed daemon, with its conversation', async () => {
    c = createFleetMachine()
    await c.run(['session', 'list'])
    const killedAt = Date.now()
    process.kill(b.daemon(), 'SIGKILL')
    await expect
      .poll(async () => (await fleetOf(c)).nodes.map(({ state }) => state), { timeout: 30_000 })
      .toContain('lost')
    await expect
      .poll(async () => (await fleetOf(c)).sessions, { timeout: 30_000 })
      .toMatchObject([{ handle: 'ada', status: 'idle', epoch: 4 }])
    expect(Date.now() - killedAt).toBeLessThan(25_000)
    await c.json(['session', 'send', 'ada', 'say again', '--wait'])
    // The agent gets the variables that it had, with the values of its new node, but never the password of the store.
    const agents = childrenOf(c.daemon(), 'sim')
    expect(agents).toHaveLength(1)
    const environment = readFileSync(`/proc/${agents[0]}/environ`, 'utf8')
    expect(environment).toContain('PLACE=of-the-node')
    expect(environment).not.toContain(password)
    expect((await eventTypes(c)).filter((type) => type === 'session.resumed').length).toBeGreaterThan(1)
  })

  it('say that the conversation is lost if the agent cannot reach it on the new machine', async () => {
    const far = createMachine()
    const d = createFleetMachine(join(far.home, 'sim'))
    await d.run(['session', 'new', 'sim', '--name', 'Lone'])
    await d.json(['session', 'send', 'lone', 'say something to remember', '--wait'])
    process.kill(d.daemon(), 'SIGKILL')
    far.remove()
    const lone = async (): Promise<SessionReport | undefined> =>
      (await c.json<SessionReport[]>(['session', 'list'])).find(({ identity }) => identity.handle === 'lone')
    await expect
      .poll(async () => (await lone())?.identity.metadata?.['contextLost'], { timeout: 40_000 })
      .toEqual(expect.any(String))
    expect((await eventsAt(c)).map(({ event }) => ('code' in event ? event.code : ''))).toContain(
      'CONTEXT_LOST',
    )
    await c.json(['session', 'send', 'lone', 'say again', '--wait'])
    expect((await lone())?.status).toBe('idle')
  })
})
