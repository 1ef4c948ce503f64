import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectDaemon } from '../../src/sessions/daemon/connect-daemon.ts'
import type { Delivery } from '../../src/sessions/delivery.ts'
import type { LoggedEvent } from '../../src/sessions/store/session-store.ts'
import type { SessionReport } from '../../src/sessions/wire/wire-methods.ts'
import { childrenOf, isRunning } from '../support/processes.ts'
import { createSessionMachine, type SessionMachine } from '../support/sessions/session-machine.ts'
import { failureOf } from '../support/sim-lab.ts'
import { manifest } from '../support/package.ts'

let lab: SessionMachine
beforeEach(() => void (lab = createSessionMachine()))
afterEach(() => lab.remove())

const open = (name: string) => lab.run(['session', 'new', 'sim', '--name', name])
const list = () => lab.json<SessionReport[]>(['session', 'list'])
const statuses = async () => (await list()).map(({ identity, status }) => `@${identity.handle} ${status}`)
const daemon = (): number => lab.daemons().at(-1) ?? 0

/** Waits until a process has ended. */
async function processEnded(pid: number): Promise<void> {
  await vi.waitUntil(() => !isRunning(pid), { timeout: 10_000 })
}

/** Sends a message that stays queued; returns its delivery. */
async function sendHeld(text: string): Promise<Delivery> {
  const args = ['session', 'send', 'ada', text, '--mode', 'manual']
  const { deliveries } = await lab.json<{ deliveries: [Delivery] }>(args)
  return deliveries[0]
}

describe('the daemon', () => {
  it('starts once for concurrent commands', async () => {
    const first = await Promise.all(['one', 'two', 'three', 'four'].map(open))
    expect(first.map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toEqual(
      Array.from({ length: 4 }, () => ({ exitCode: 0, stderr: '' })),
    )
    expect((await statuses()).toSorted()).toEqual(['@four idle', '@one idle', '@three idle', '@two idle'])
    expect(lab.daemons()).toHaveLength(1)
  })

  it('keeps its files private', async () => {
    await list()
    const modeOf = (name: string): number => statSync(join(lab.folder, name)).mode & 0o777
    expect(modeOf('.')).toBe(0o700)
    for (const name of ['token', 'daemon.log', 'sessions.db', 'socket'])
      expect([name, modeOf(name)]).toEqual([name, 0o600])
    const token = readFileSync(join(lab.folder, 'token'), 'utf8').trim()
    expect(readFileSync(`/proc/${daemon()}/cmdline`, 'utf8')).not.toContain(token)
    chmodSync(join(lab.folder, 'token'), 0o644)
    const { exitCode, stderr } = await lab.run(['session', 'list'])
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('error TOKEN_OPEN: Other users can read '),
    ])
    chmodSync(join(lab.folder, 'token'), 0o600)
  })

  it('stops when idle, and not while in use', async () => {
    const env = { CAPSTAN_DAEMON_IDLE_MS: '200' }
    await lab.run(['session', 'list'], { env })
    const first = daemon()
    await processEnded(first)
    expect(readFileSync(join(lab.folder, 'daemon.log'), 'utf8')).toContain(
      'stopping: no sessions and no clients',
    )
    expect(existsSync(join(lab.folder, 'socket'))).toBe(false)
    await lab.run(['session', 'new', 'sim', '--name', 'Ada'], { env })
    const second = daemon()
    const { child, ended } = lab.start(['session', 'watch', '--after', '0'])
    await new Promise((resolve) => child.stdout?.once('data', resolve))
    // Longer than the idle time, and still the same daemon.
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await statuses()).toEqual(['@ada idle'])
    await lab.run(['session', 'release', 'ada'])
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect([isRunning(second), daemon()]).toEqual([true, second])
    child.kill('SIGINT')
    await ended
    await processEnded(second)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('keeps and resumes everything after %s', async (signal) => {
    await open('Ada')
    const held = await sendHeld('held')
    const before = daemon()
    const agents = childrenOf(before, 'sim/main')
    expect(agents).toHaveLength(1)
    process.kill(before, signal)
    await processEnded(before)
    for (const agent of agents) await processEnded(agent)
    expect(existsSync(join(lab.folder, 'socket'))).toBe(signal === 'SIGKILL')

    expect(await statuses()).toEqual(['@ada offline'])
    expect(daemon()).not.toBe(before)
    const { deliveries } = await lab.json<{ deliveries: [Delivery] }>(['session', 'send', 'ada', 'say more'])
    expect(deliveries).toMatchObject([{ state: 'pending' }])
    const [report] = await list()
    expect(report?.deliveries).toEqual({ pending: 2 })
    expect((await lab.run(['session', 'resume', 'ada'])).stdout).toBe('@ada is idle\n')
    await expect.poll(async () => (await list())[0]?.deliveries, { timeout: 10_000 }).toEqual({ pending: 1 })
    const inbox = await lab.json<{ delivery: Delivery }[]>(['session', 'inbox', 'ada', '--all'])
    expect(inbox.map(({ delivery: { id, state } }) => [id, state])).toEqual([
      [held.id, 'pending'],
      [deliveries[0].id, 'delivered'],
    ])
  })

  it('resumes a fork', async () => {
    await open('Ada')
    await lab.run(['session', 'fork', 'ada', '--name', 'Bob'])
    await lab.run(['session', 'stop'])
    expect(await statuses()).toEqual(['@ada offline', '@bob offline'])
    expect((await lab.run(['session', 'resume', 'bob'])).stdout).toBe('@bob is idle\n')
    const pause = await lab.run(['session', 'pause', 'ada'])
    expect([pause.exitCode, pause.stderr]).toEqual([
      1,
      'error SESSION_GONE: @ada is not running — Run capstan session resume @ada first.\n',
    ])
  })

  it('releases a session that is not running', async () => {
    await open('Ada')
    const held = await sendHeld('held')
    await lab.run(['session', 'stop'])
    expect((await lab.run(['session', 'release', 'ada', '--reason', 'no longer needed'])).stdout).toBe(
      '@ada is released\n',
    )
    expect(await list()).toEqual([])
    expect(await lab.json<Delivery[]>(['session', 'dead'])).toMatchObject([
      { id: held.id, dead: { reason: 'released', detail: 'the session was released: no longer needed' } },
    ])
    // The handle is free again.
    expect((await open('Ada')).stdout).toMatch(/^@ada\n/)
  })

  it('resumes a custom agent by its command', async () => {
    const command = `${process.execPath} ${join(import.meta.dirname, '../../dist/testing/sim/main.js')}`
    await lab.run(['session', 'new', '--acp', command, '--name', 'Own', '--sandbox=off'])
    await lab.run(['session', 'stop'])
    expect((await lab.run(['session', 'resume', 'own'])).stdout).toBe('@own is idle\n')
  })

  it('logs how its sessions ended', async () => {
    await open('Ada')
    await lab.run(['session', 'stop'])
    const { child, ended } = lab.start([
      'session',
      'watch',
      'ada',
      '--type',
      'status.*',
      '--after',
      '0',
      '--json',
    ])
    let shown = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      shown += chunk.toString('utf8')
      if (shown.includes('offline')) child.kill('SIGINT')
    })
    const events = (await ended).stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as LoggedEvent).event)
    expect(events).toEqual([
      { type: 'status.changed', status: 'starting' },
      { type: 'status.changed', status: 'idle', previousStatus: 'starting' },
      {
        type: 'status.changed',
        status: 'offline',
        previousStatus: 'idle',
        reason: 'the sessions were closed',
      },
    ])
  })

  it('reports the end to watchers after its agents have ended', async () => {
    await open('Ada')
    const { child, ended } = lab.start(['session', 'watch', '--after', '0'])
    await new Promise((resolve) => child.stdout?.once('data', resolve))
    const agents = childrenOf(daemon(), 'sim/main')
    expect(agents).not.toEqual([])
    expect((await lab.run(['session', 'stop'])).stdout).toBe(
      'Stopped the session daemon; 1 session can be resumed.\n',
    )
    expect(agents.filter(isRunning)).toEqual([])
    const { exitCode, stderr } = await ended
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('The session daemon is shutting down\n')])
    expect((await lab.run(['session', 'stop'])).stdout).toBe('The session daemon is not running.\n')
  })

  it('names a daemon of another version and how to stop it', async () => {
    await list()
    const failure = await failureOf(connectDaemon({ folder: lab.folder, version: '9.9.9' }))
    expect(failure).toEqual({
      name: 'CapstanError',
      code: 'DAEMON_VERSION',
      message: `The session daemon runs Capstan ${manifest.version} (process ${daemon()}), but this is 9.9.9`,
      hint: 'Run capstan session stop, try again, then resume each session with capstan session resume.',
    })
    await using any = await connectDaemon({ folder: lab.folder, version: 'any' })
    expect(any.server.version).toBe(manifest.version)
  })

  it('does not start beside another daemon, and says why', async () => {
    await list()
    const beside = await lab.run(['session', 'serve'])
    expect([beside.exitCode, beside.stderr]).toEqual([
      1,
      expect.stringMatching(/^error STORE_IN_USE: The session store .* is in use by process \d+ /),
    ])
    await lab.run(['session', 'stop'])
    // The daemon writes to its store until it has ended.
    await processEnded(daemon())
    writeFileSync(join(lab.folder, 'sessions.db'), 'x'.repeat(10_000))
    const broken = await lab.run(['session', 'list'])
    expect([broken.exitCode, broken.stderr]).toEqual([1, expect.stringMatching(/^error STORE_\w+: /)])
    const wrong = await lab.run(['session', 'list'], { env: { CAPSTAN_DAEMON_IDLE_MS: 'soon' } })
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      2,
      'error USAGE_ERROR: CAPSTAN_DAEMON_IDLE_MS=soon is not a number of milliseconds — Use a number of milliseconds.\n',
    ])
  })
})
