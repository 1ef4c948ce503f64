import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AcpConnection } from '../../src/acp/acp-connection.ts'
import type { SessionOptions } from '../../src/acp/session-options.ts'
import { type Client, createClient } from '../../src/run/client.ts'
import {
  createDocumentedMachine,
  type DocumentedAgent,
  type DocumentedOptions,
} from '../support/documented-machine.ts'
import type { Machine } from '../support/machine.ts'
import { failureOf, ofType, readAll } from '../support/sim-lab.ts'

let machine: Machine
afterEach(() => {
  vi.unstubAllEnvs()
  machine.remove()
})

/** A client on a machine that has nothing but the stand-in. */
function install(agent: DocumentedAgent, options: DocumentedOptions): Client {
  machine = createDocumentedMachine(agent, options)
  return createClient()
}

interface Documented {
  agent: DocumentedAgent
  program: string
  key: string
  hint: string
  words: readonly [string, readonly string[]]
  chosen: { allow: string; deny: string }
  /** What its session is set to, and what it says of its settings then. */
  set: { mode: string; prompt: string; said: string }
}

const documented: readonly Documented[] = [
  {
    agent: 'cursor',
    program: 'agent',
    key: 'CURSOR_API_KEY',
    hint: 'Run agent login, or set CURSOR_API_KEY or CURSOR_AUTH_TOKEN.',
    words: ['agent', ['acp']],
    chosen: { allow: 'allow-once', deny: 'reject-once' },
    set: { mode: 'plan', prompt: 'say the mode', said: 'plan' },
  },
  {
    agent: 'hermes',
    program: 'hermes',
    key: 'ANTHROPIC_API_KEY',
    hint: 'Run hermes setup, or set OPENROUTER_API_KEY, OPENAI_API_KEY or ANTHROPIC_API_KEY.',
    words: ['hermes', ['acp']],
    chosen: { allow: 'allow_once', deny: 'deny' },
    set: { mode: 'session', prompt: 'say the options', said: 'anthropic:some-model, medium, session' },
  },
]

describe.each(documented)('$agent as it is documented', ({ agent, program, key, ...expected }) => {
  it('is started with exactly the documented arguments', () => {
    const client = install(agent, { program, key })
    const plan = client.planRun({ agent, prompt: 'say hello' })
    expect([plan.command, plan.arguments]).toEqual(expected.words)
    for (const words of [[], ['--acp'], ['acp', '--stdio']]) {
      expect(spawnSync(join(machine.bin, program), words, { encoding: 'utf8' })).toMatchObject({
        stdout: '',
        stderr: expect.stringContaining('not documented') as string,
      })
    }
  })

  it('answers a prompt', async () => {
    const client = install(agent, { program, key })
    expect(
      await client.ask(agent, 'say hello there', { cwd: machine.home, permissions: 'allow' }),
    ).toMatchObject({
      agent,
      text: 'hello there',
      stopReason: 'end-turn',
      warnings: [],
    })
  })

  it.each([
    ['allow', 'completed', 'it ran'],
    ['deny', 'failed', 'it was refused'],
  ] as const)('asks before it runs a command: %s', async (permissions, status, shown) => {
    const client = install(agent, { program, key })
    const run = client.run({ agent, prompt: 'run rm -r ropes', cwd: machine.home, permissions })
    const events = await readAll(run)
    const optionId = expected.chosen[permissions]
    expect(ofType(events, 'tool.called')).toMatchObject([
      { toolCallId: 'call-1', title: 'rm -r ropes', kind: 'execute', input: { command: 'rm -r ropes' } },
    ])
    expect(ofType(events, 'permission.resolved')).toMatchObject([{ outcome: { type: 'selected', optionId } }])
    expect(ofType(events, 'tool.updated')).toMatchObject([
      {
        toolCallId: 'call-1',
        status,
        content: [{ type: 'content', content: { type: 'text', text: shown } }],
      },
    ])
    expect((await run.result()).text).toBe(`chosen: ${optionId}`)
  })

  it('has a hint for a missing login', async () => {
    const client = install(agent, { program })
    const error = {
      name: 'AgentRequestError',
      code: 'AUTH_ERROR',
      message: `${agent} refused session/new: Authentication required`,
      hint: expected.hint,
      agent,
      method: 'session/new',
      rpcCode: -32_000,
    }
    const options = { cwd: machine.home }
    expect(await failureOf(client.ask(agent, 'say hello', options))).toEqual(error)
    expect(await failureOf(client.session(agent, options))).toEqual(error)
  })

  it('applies settings and can be interrupted', async () => {
    const client = install(agent, { program, key })
    await using session = await client.session(agent, { cwd: machine.home })
    await session.set({ mode: expected.set.mode })
    expect((await session.ask(expected.set.prompt)).text).toBe(expected.set.said)
    const run = session.run('wait')
    for await (const event of run) if (event.type === 'text.delta') await run.interrupt()
    expect(await run.result()).toMatchObject({ text: 'waiting', stopReason: 'cancelled' })
  })

  it('resumes an earlier session without emitting its history', async () => {
    const client = install(agent, { program, key })
    const run = client.run({ agent, prompt: 'say hi', cwd: machine.home, sessionId: 'old' })
    expect(ofType(await readAll(run), 'text.delta')).toMatchObject([{ text: 'hi' }])
    expect(await run.result()).toMatchObject({ sessionId: 'old', text: 'hi' })
  })
})

describe('hermes in a session', () => {
  it('accepts only an effort that its session offers', async () => {
    const client = install('hermes', { program: 'hermes', key: 'ANTHROPIC_API_KEY' })
    const ask = (thinkingEffort: 'high' | 'max'): Promise<unknown> =>
      client.ask('hermes', 'say the options', { cwd: machine.home, thinkingEffort })
    expect(await ask('high')).toMatchObject({ text: 'anthropic:some-model, high, ask' })
    expect(await failureOf(ask('max'))).toMatchObject({
      code: 'OPTION_REFUSED',
      message: 'hermes does not accept max as thought-level',
      hint: 'Use one of low, medium, high.',
    })
  })

  it('lists and forks its sessions', async () => {
    const client = install('hermes', { program: 'hermes', key: 'ANTHROPIC_API_KEY' })
    const options = { cwd: machine.home }
    expect(await client.listSessions('hermes')).toEqual([
      { sessionId: 'old', cwd: '/old', title: 'About ropes' },
    ])
    expect(await client.ask('hermes', 'say hi', { ...options, forkSessionId: 'old' })).toMatchObject({
      sessionId: 'hermes-2',
      text: 'hi',
    })
    expect(
      await failureOf(client.ask('hermes', 'say hi', { ...options, forkSessionId: 'gone' })),
    ).toMatchObject({ code: 'PROTOCOL_ERROR', message: 'hermes opened a session without an id' })
  })
})

it('logs in to cursor with its login method', async () => {
  install('cursor', { program: 'agent' })
  const child = spawn(join(machine.bin, 'agent'), ['acp'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const features = { readTextFile: false, writeTextFile: false, terminals: false, elicitation: false }
  const connection = await AcpConnection.connect({
    agent: 'cursor',
    input: child.stdout,
    output: child.stdin,
    features,
  })
  const session: SessionOptions = {
    cwd: machine.home,
    onEvent: () => undefined,
    handlers: { permission: async () => ({ type: 'cancelled' }) },
  }
  expect(await failureOf(connection.createSession(session))).toMatchObject({ code: 'AUTH_ERROR' })
  await connection.authenticate('cursor_login')
  expect((await connection.createSession(session)).id).toBe('cursor-session')
  connection.close()
  child.stdin.end()
  expect(await exited).toBe(0)
})
