import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRunning } from '../../../test/support/processes.ts'
import { claude } from '../../agents/catalog/claude/definition.ts'
import type { AgentEvent } from '../../events/event.ts'
import { type Client, createClient } from '../client.ts'
import type { RunOptions } from '../api/options.ts'
import type { Run } from '../api/run.ts'

/** Speaks as Claude Code does when it stays open. What it does is the first word of the prompt. */
const standIn = `#!/usr/bin/env node
const { appendFileSync } = require('node:fs')
const say = (line) => process.stdout.write(JSON.stringify({ session_id: 'session', ...line }) + '\\n')
const tell = (text) => say({ type: 'assistant', message: { id: 'm' + count, content: [{ type: 'text', text }] } })
const end = (more) => {
  say({ type: 'result', subtype: 'success', total_cost_usd: count * 0.5, usage: { input_tokens: 10, output_tokens: 5 },
    modelUsage: {}, ...more })
  current = undefined
}
let count = 0
let current
appendFileSync(process.env.PIDS, process.pid + '\\n')
const turn = ({ uuid, message }) => {
  count++
  current = uuid
  say({ type: 'command_lifecycle', command_uuid: uuid, state: 'started' })
  say({ type: 'system', subtype: 'init', cwd: process.cwd() })
  const [word] = message.content.split(' ')
  if (word === 'ask') {
    say({ type: 'control_request', request_id: 'question', request: { subtype: 'can_use_tool', tool_name: 'Bash',
      input: { command: 'ls' }, tool_use_id: 'call' } })
  } else if (word === 'fail') {
    say({ type: 'result', subtype: 'error_during_execution', is_error: true, errors: ['It went wrong'] })
    current = undefined
  } else if (word === 'die') {
    process.stderr.write('out of order\\n')
    process.exitCode = 3
    process.stdin.destroy()
  } else if (word !== 'wait' && word !== 'deaf') {
    tell('turn ' + count)
    end()
  } else tell(word)
}
const read = (line) => {
  if (line.type === 'user' && current === undefined) turn(line)
  else if (line.type === 'user') {
    say({ type: 'command_lifecycle', command_uuid: line.uuid, state: 'started' })
    tell('heard ' + line.message.content)
    end()
  } else if (line.type === 'control_response') {
    tell(line.response.response.behavior)
    end()
  } else if (line.request.subtype === 'interrupt') {
    say({ type: 'control_response', response: { subtype: 'success', request_id: line.request_id } })
    end({ subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_tools' })
  } else {
    const isBad = line.request.model === 'bad'
    say({ type: 'control_response', response: { subtype: isBad ? 'error' : 'success', request_id: line.request_id,
      error: 'not here' } })
  }
}
let rest = ''
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n')
  rest = lines.pop()
  for (const line of lines) read(JSON.parse(line))
})
`

let folder: string
let client: Client

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-longRunning-'))
  const program = join(folder, 'stand-in.cjs')
  writeFileSync(program, standIn, { mode: 0o755 })
  client = createClient({ definitions: [{ ...claude, id: 'stand-in', binaries: [program] }] })
})
afterEach(() => {
  const running = pids().filter(isRunning)
  rmSync(folder, { recursive: true, force: true })
  if (running.length > 0) throw new Error(`${running.join(', ')} still run`)
})

function pids(): number[] {
  if (!existsSync(join(folder, 'pids'))) return []
  return readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number)
}

function options(prompt: string, more: Partial<RunOptions> = {}): RunOptions {
  return {
    agent: 'stand-in',
    prompt,
    cwd: folder,
    transport: 'cli',
    permissions: 'ask',
    // The stand-in writes its pid outside of the workspace.
    sandbox: false,
    env: { PIDS: join(folder, 'pids') },
    ...more,
  }
}

/** Reads to the end and gives what was said. */
async function readAll(run: Run, onEvent: (event: AgentEvent) => void = () => {}): Promise<AgentEvent[]> {
  const events: AgentEvent[] = []
  for await (const event of run) {
    events.push(event)
    onEvent(event)
  }
  return events
}

describe('a run', () => {
  it('asks the reader of its events', async () => {
    await using run = client.run(options('ask me'))
    const events = await readAll(run, (event) => {
      if (event.type === 'permission.requested') run.respond(event.requestId, 'allow')
    })
    expect(events.filter(({ type }) => type === 'permission.resolved')).toEqual([
      {
        type: 'permission.resolved',
        sessionId: 'session',
        requestId: 'question',
        outcome: { type: 'selected', optionId: 'allow' },
      },
    ])
    expect(await run.result()).toMatchObject({ text: 'allow', sessionId: 'session', stopReason: 'end-turn' })
  })

  it('asks a policy function', async () => {
    await using run = client.run(
      options('ask me', { permissions: ({ command }) => (command === 'ls' ? 'deny' : 'allow') }),
    )
    expect(await run.result()).toMatchObject({ text: 'deny', stopReason: 'end-turn' })
  })

  it('runs queued messages as further turns of the same process', async () => {
    await using run = client.run(options('one'))
    run.send('two')
    expect(await run.result()).toMatchObject({
      text: 'turn 2',
      tokens: { total: 30 },
      cost: { amount: 1, currency: 'USD' },
    })
    expect(pids()).toHaveLength(1)
  })

  it('can be steered', async () => {
    await using run = client.run(options('wait', { permissions: 'allow', steerable: true }))
    await readAll(run, (event) => {
      if (event.type === 'text.delta' && event.text === 'wait') void run.steer('me')
    })
    expect(await run.result()).toMatchObject({ text: 'waitheard me', stopReason: 'end-turn' })
  })

  it('fails with the error of the turn', async () => {
    await using run = client.run(options('fail'))
    await expect(run.result()).rejects.toMatchObject({
      code: 'AGENT_ERROR',
      message: 'It went wrong',
    })
  })

  it('reports a crash of the program', async () => {
    await using run = client.run(options('die'))
    await expect(run.result()).rejects.toMatchObject({
      code: 'AGENT_CRASH',
      exitCode: 3,
      stderrTail: 'out of order\n',
    })
  })

  it.each(['wait', 'deaf'])('is cancelled while it does %s', async (word) => {
    await using run = client.run(options(word))
    await readAll(run, (event) => {
      if (event.type === 'text.delta') void run.cancel()
    })
    expect(await run.result()).toMatchObject({ text: word, stopReason: 'cancelled' })
  })
})

describe('a session', () => {
  it('has the capabilities of the catalog, and no ACP connection', async () => {
    const { agent, prompt: _, ...asked } = options('none')
    await using session = await client.session(agent, asked)
    expect(session.capabilities.prompt).toMatchObject({ text: true, image: true })
    expect(Object.isFrozen(session.capabilities.prompt)).toBe(true)
    expect(() => session.host).toThrow(expect.objectContaining({ code: 'TRANSPORT_UNAVAILABLE' }))
  })

  it('has many turns in one process, and continues after a cancelled turn', async () => {
    const { agent, prompt: _, ...asked } = options('none')
    await using session = await client.session(agent, asked)
    expect(await session.ask('one')).toMatchObject({ text: 'turn 1', cost: { amount: 0.5 } })
    expect(session.id).toBe('session')
    const run = session.run('wait')
    await readAll(run, (event) => {
      if (event.type === 'text.delta') void run.interrupt()
    })
    expect(await run.result()).toMatchObject({ text: 'wait', stopReason: 'cancelled' })
    expect(await session.ask('three')).toMatchObject({ text: 'turn 3', cost: { amount: 0.5 } })
    expect(pids()).toHaveLength(1)
  })

  it('applies settings and reports rejected ones', async () => {
    const { agent, prompt: _, ...asked } = options('none')
    await using session = await client.session(agent, asked)
    await session.set({ model: 'good', effort: 'high' })
    await expect(session.set({ model: 'bad' })).rejects.toMatchObject({
      code: 'AGENT_ERROR',
      message: 'stand-in rejected model bad: not here',
    })
    expect(session.options).toEqual([])
    expect(() => session.host).toThrow('stand-in supports this only over ACP')
  })

  it('resumes in a new process', async () => {
    const { agent, prompt: _, ...asked } = options('none', { recover: 'session' })
    await using session = await client.session(agent, asked)
    await session.ask('one')
    await expect(session.ask('die')).rejects.toMatchObject({ code: 'AGENT_CRASH' })
    const run = session.run('again')
    const events = await readAll(run)
    expect(events.filter(({ type }) => type === 'session.recovered')).toEqual([
      { type: 'session.recovered', sessionId: 'session', by: 'resume', contextLost: false },
    ])
    expect(await run.result()).toMatchObject({ text: 'turn 1' })
    expect(pids()).toHaveLength(2)
  })
})

describe('the plan', () => {
  it('uses a long-running process only when the options require it', () => {
    const longRunning = (more: Partial<RunOptions>): unknown =>
      client.planRun(options('Hello', more)).longRunning
    expect([
      longRunning({ permissions: 'ask' }),
      longRunning({ permissions: () => 'allow' }),
      longRunning({ permissions: undefined, approvalMode: 'prompt' }),
      longRunning({ permissions: 'deny', steerable: true }),
      longRunning({ permissions: 'allow' }),
      longRunning({ permissions: undefined }),
    ]).toEqual([true, true, true, true, undefined, undefined])
  })
})
