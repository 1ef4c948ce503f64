import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../src/core/manual-clock.ts'
import type { AgentEvent } from '../../src/events/event.ts'
import type { OwnedAgentSession } from '../../src/sessions/agent/owned-agent-session.ts'
import { openAgentSession } from '../../src/sessions/agent/open-agent-session.ts'
import type { SendResult } from '../../src/sessions/participant.ts'
import { createSessionsLab, type SessionsLab } from '../support/agent-sessions.ts'
import { failureOf } from '../support/sim-lab.ts'

let lab: SessionsLab
beforeEach(() => {
  lab = createSessionsLab()
})
afterEach(async () => await lab.remove())

const state = ({ deliveries }: SendResult): string => {
  const [delivery] = deliveries
  return delivery === undefined ? '' : lab.sessions.deliveries.get(delivery.id).state
}
const until = (
  session: OwnedAgentSession,
  type: 'status.waiting' | 'status.blocked' | 'status.offline',
): Promise<unknown> => lab.sessions.events.waitFor({ type, session: session.identity.id })
/** The logged events of a session: type, and status if any. */
const log = ({ identity }: OwnedAgentSession): string[] =>
  lab.sessions.events
    .read({ session: identity.id })
    .map(({ event }) => ('status' in event ? `${event.type} ${event.status}` : event.type))
const statuses = (session: OwnedAgentSession): string[] =>
  log(session)
    .filter((line) => line.startsWith('status.changed'))
    .map((line) => line.slice('status.changed '.length))

describe('events of an agent session', () => {
  it('report the turn, its tools, its text and its usage', async () => {
    const agent = await lab.open()
    await agent.prompt('write note.txt hello and say all done').result()
    await expect.poll(() => agent.status).toBe('idle')
    expect(log(agent)).toEqual([
      'status.changed starting',
      'session.started',
      'status.changed idle',
      'status.changed active',
      'transcript.chunk',
      'transcript.chunk',
      'tool.called',
      'status.changed waiting',
      'file.changed',
      'tool.completed',
      'status.changed active',
      'transcript.chunk',
      'usage.updated',
      'status.changed idle',
    ])
    const entries = lab.sessions.events.read({ session: agent.identity.id })
    expect(entries.map(({ event }) => event).find(({ type }) => type === 'file.changed')).toEqual({
      type: 'file.changed',
      path: `${lab.workspace}/note.txt`,
      operation: 'create',
      diff: expect.stringContaining('+hello') as string,
    })
  })

  it('report blocked while a person has to answer, then active', async () => {
    const agent = await lab.open({}, { permissions: 'ask' })
    const asked = Promise.withResolvers<AgentEvent & { type: 'permission.requested' }>()
    agent.subscribe((event) => void (event.type === 'permission.requested' && asked.resolve(event)))
    const run = agent.prompt('run echo hello')
    const { requestId } = await asked.promise
    await expect.poll(() => agent.status).toBe('blocked')
    agent.respond(requestId, 'allow')
    await run.result()
    await expect.poll(() => agent.status).toBe('idle')
    expect(statuses(agent)).toContain('blocked')
    expect(log(agent)).toEqual(
      expect.arrayContaining(['command.started', 'terminal.output', 'terminal.screen', 'command.completed']),
    )
    const entries = lab.sessions.events.read({ session: agent.identity.id })
    expect(entries.map(({ event }) => event).filter(({ type }) => type === 'terminal.screen')).toEqual([
      { type: 'terminal.screen', text: 'hello' },
    ])
  })
})

describe('release', () => {
  it('ends the process, also during a turn, and makes queued messages dead letters', async () => {
    const agent = await lab.open()
    const run = agent.prompt(lab.waiting('never'))
    run.result().catch(() => {})
    await until(agent, 'status.waiting')
    const waits = lab.person.send({ to: '@sim', text: 'later' })
    expect(lab.running().length).toBeGreaterThan(0)
    await agent.release?.('done')
    await expect.poll(() => lab.running()).toEqual([])
    expect([agent.status, state(waits)]).toEqual(['released', 'dead'])
    expect(() => agent.prompt('x')).toThrow('sim is released and cannot take a prompt')
    expect(log(agent).filter((line) => /error|releas/.test(line))).toEqual([
      'status.changed releasing',
      'status.changed released',
      'session.released',
    ])
  })
})

describe('an agent that dies', () => {
  const mortal = {
    prompts: [
      [
        { step: 'text', text: 'oh' },
        { step: 'crash', exitCode: 7 },
      ],
    ],
  } as const

  it('is offline, keeps its queue and resumes its session', async () => {
    const agent = await lab.open({ prompts: [...mortal.prompts] as never })
    const { agentSessionId } = agent
    const offline = until(agent, 'status.offline')
    const first = lab.person.send({ to: '@sim', text: 'first' })
    const second = lab.person.send({ to: '@sim', text: 'second' })
    await offline
    expect([state(first), state(second)]).toEqual(['delivered', 'pending'])
    expect(() => agent.prompt('x')).toThrow('sim is offline and cannot take a prompt')
    await agent.resume?.()
    await expect.poll(() => state(second)).toBe('delivered')
    expect(agent.agentSessionId).toBe(agentSessionId)
    expect(lab.sent('session/resume').map(({ params }) => params?.['sessionId'])).toEqual([agentSessionId])
    expect(lab.arrived().map((text) => /> (\w+)/.exec(text)?.[1])).toEqual(['first', 'second'])
  })

  it('leaves an unacknowledged message in doubt', async () => {
    const agent = await openAgentSession({
      client: lab.bare(`on['session/prompt'] = () => process.exit(9)`),
      sessions: lab.sessions,
      agent: 'bare',
      ...lab.options,
    })
    const sent = lab.person.send({ to: '@bare', text: 'first' })
    await expect.poll(() => agent.status).toBe('failed')
    const [report] = lab.person.receipts(sent.message.id)
    expect([state(sent), report?.receipts.map(({ status }) => status)]).toEqual(['in-doubt', ['in-doubt']])
  })

  it('is detected between turns', async () => {
    const agent = await lab.open()
    const [pid = 0] = lab.running()
    const offline = until(agent, 'status.offline')
    process.kill(pid, 'SIGKILL')
    await offline
    await agent.resume?.()
    expect((await agent.prompt('say back').result()).text.trim()).toBe('back')
  })

  it('has failed if it cannot be resumed', async () => {
    const agent = await lab.open(
      { initialize: { agentCapabilities: { loadSession: false } }, prompts: [...mortal.prompts] as never },
      { words: ['--protocol', '1'] },
    )
    expect(await failureOf(agent.prompt('go').result())).toMatchObject({ code: 'AGENT_CRASH' })
    await expect.poll(() => agent.status).toBe('failed')
  })
})

describe('pause', () => {
  it('interrupts the turn, holds messages, and delivers them afterwards', async () => {
    const agent = await lab.open()
    const run = agent.prompt(lab.waiting('never'))
    await until(agent, 'status.waiting')
    await agent.pause?.('lunch')
    expect([(await run.result()).stopReason, agent.status]).toEqual(['cancelled', 'paused'])
    const sent = lab.person.send({ to: '@sim', text: 'later', mode: 'immediate' })
    expect(() => agent.prompt('x')).toThrow('sim is paused and cannot take a prompt')
    expect([state(sent), lab.arrived().length, lab.running().length]).toEqual(['pending', 1, 1])
    await agent.resume?.()
    await expect.poll(() => state(sent)).toBe('delivered')
    expect(statuses(agent)).not.toContain('offline')
  })

  it('fails if the agent does not stop', async () => {
    const clock = new ManualClock(Date.now())
    const agent = await lab.open(
      { prompts: [[{ step: 'ignore-cancel' }, { step: 'text', text: 'ready' }, { step: 'listen' }]] },
      { clock },
    )
    const run = agent.prompt('go')
    await expect.poll(() => JSON.stringify(lab.received())).toContain('"ready"')
    const paused = failureOf(agent.pause?.() ?? Promise.resolve())
    await expect.poll(() => clock.sleeping).toBeGreaterThan(0)
    await clock.advance(11_000)
    expect(await paused).toMatchObject({ code: 'PAUSE_FAILED' })
    lab.person.send({ to: '@sim', text: 'end it', mode: 'manual' })
    expect(await agent.flush()).toBe(1)
    expect((await run.result()).text).toContain('end it')
    await expect.poll(() => agent.status).toBe('idle')
  })
})

describe('fork', () => {
  it('opens a session with the same conversation in its own process', async () => {
    const agent = await lab.open()
    await agent.prompt('say remember this').result()
    const child = await agent.fork?.({ name: 'Child' })
    expect(child?.identity).toMatchObject({ name: 'Child', handle: 'sim-fork' })
    expect(lab.sent('session/fork').map(({ params }) => params?.['sessionId'])).toEqual([
      agent.agentSessionId,
    ])
    expect(child?.agentSessionId).not.toBe(agent.agentSessionId)
    expect((await child?.prompt('say on').result())?.text.trim()).toBe('on')
    const sent = lab.person.send({ to: '@sim-fork', text: 'hello' })
    await expect.poll(() => state(sent)).toBe('delivered')
    await child?.release?.()
  })
})

describe('snapshot', () => {
  it('contains no secrets and resumes the session', async () => {
    const agent = await lab.open({}, { name: 'Kept', model: 'sim-large', permissions: 'allow' })
    await agent.prompt('say before').result()
    const snapshot = await agent.snapshot?.()
    expect(snapshot).toEqual({
      kind: 'agent',
      version: 1,
      identity: agent.identity,
      agent: 'sim',
      agentSessionId: agent.agentSessionId,
      options: { cwd: lab.workspace, model: 'sim-large', permissions: 'allow' },
      variables: ['CAPSTAN_SIM_HOME'],
      cursor: expect.any(Number) as number,
    })
    await agent.release?.()
    const again = await openAgentSession({
      client: lab.sim(),
      sessions: lab.sessions,
      snapshot: JSON.parse(JSON.stringify(snapshot)) as Record<string, unknown>,
      env: lab.options.env ?? {},
      onMessage: lab.options.onMessage ?? (() => undefined),
    })
    expect([again.identity, again.agentSessionId]).toEqual([agent.identity, agent.agentSessionId])
    expect((await again.prompt('say after').result()).text.trim()).toBe('after')
    const file = `${lab.options.env?.['CAPSTAN_SIM_HOME']}/${again.agentSessionId}.jsonl`
    expect(readFileSync(file, 'utf8')).toMatch(/say before[\s\S]*say after/)
    await again.release?.()
  })

  it('is validated before anything starts', async () => {
    expect(
      await failureOf(
        openAgentSession({ client: lab.sim(), sessions: lab.sessions, snapshot: { kind: 'other' } }),
      ),
    ).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('kind is not agent') as string,
    })
    expect(lab.running()).toEqual([])
  })
})
