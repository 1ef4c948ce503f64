import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../src/events/event.ts'
import type { Step } from '../../src/testing/sim/scenario.ts'
import { isRunning } from '../support/processes.ts'
import { createLab, failureOf, type Lab, ofType, readAll, textIn } from '../support/sim-lab.ts'

let lab: Lab
beforeEach(() => {
  lab = createLab()
})
afterEach(() => lab.remove())

/** Plays one turn, and gives how it failed once the agent is gone. */
async function fail(steps: Step[], options: object = {}): Promise<unknown> {
  await using run = lab
    .sim({ prompts: [steps] })
    .run({ ...lab.options, agent: 'sim', prompt: 'go', ...options })
  const failure = await failureOf(run.result())
  await run.cancel()
  expect(lab.running()).toEqual([])
  return failure
}

describe('an agent that dies', () => {
  it('by an exit is reported with its exit code and stderr', async () => {
    const failure = await fail([
      { step: 'text', text: 'half' },
      { step: 'stderr', text: 'out of memory' },
      { step: 'crash', exitCode: 7 },
    ])
    expect(failure).toEqual({
      name: 'AgentCrashError',
      code: 'AGENT_CRASH',
      message: 'sim ended with exit code 7 before it had answered: out of memory',
      hint: 'Check the workspace for incomplete changes: Capstan did not repeat the turn.',
      agent: 'sim',
      exitCode: 7,
      signal: null,
      stderrTail: 'out of memory\n',
    })
  })

  it('by kill -9 is reported with its signal, after all its output', async () => {
    await using run = lab
      .sim({
        prompts: [
          [
            { step: 'text', text: 'one two three' },
            { step: 'crash', signal: 'SIGKILL' },
          ],
        ],
      })
      .run({ ...lab.options, agent: 'sim', prompt: 'go' })
    const events = await readAll(run)
    expect(textIn(events)).toBe('one two three')
    expect(events.at(-1)).toMatchObject({
      type: 'finish',
      stopReason: 'error',
      error: { code: 'AGENT_CRASH', data: { exitCode: null, signal: 'SIGKILL' } },
    })
    await run.cancel()
    expect(lab.running()).toEqual([])
  })

  it('while its reader sleeps loses no output', async () => {
    const client = lab.bare(`
      on['session/prompt'] = () => {
        send(...Array.from({ length: 1400 }, (_, n) => say(n + ' ')))
        process.stdout.write('', () => process.exit(4))
      }
    `)
    const run = client.run({ ...lab.options, agent: 'bare', prompt: 'go' })
    const events: AgentEvent[] = []
    for await (const event of run) {
      // Longer than the process module waits for a reader after a process has exited.
      if (events.push(event) === 1) await new Promise((resolve) => setTimeout(resolve, 1300))
    }
    expect(textIn(events)).toBe(Array.from({ length: 1400 }, (_, n) => `${n} `).join(''))
    expect(events.at(-1)).toMatchObject({ error: { code: 'AGENT_CRASH', data: { exitCode: 4 } } })
    await run.cancel()
    expect(lab.running()).toEqual([])
  })

  it('before the handshake is reported the same way', async () => {
    const client = lab.bare(`on.initialize = () => { console.error('no license'); process.exit(3) }`)
    expect(await failureOf(client.ask('bare', 'go', lab.options))).toMatchObject({
      code: 'AGENT_CRASH',
      exitCode: 3,
      stderrTail: 'no license\n',
    })
    expect(lab.running()).toEqual([])
  })
})

describe('an agent that never answers', () => {
  it.each([
    ['initialize', { initialize: { hang: true } }, { initializeMs: 50 }],
    ['session/new', { sessionNew: { hang: true } }, { sessionMs: 50 }],
  ] as const)('%s times out', async (method, scenario, timeouts) => {
    const failure = await failureOf(lab.sim(scenario).ask('sim', 'go', { ...lab.options, timeouts }))
    expect(failure).toEqual({
      name: 'CapstanError',
      code: 'TIMEOUT',
      message: `sim did not answer ${method} within 50 ms`,
      hint:
        method === 'initialize'
          ? 'Raise the timeout, or check that the program speaks ACP on its stdin and stdout.'
          : 'Try again, or raise the timeout.',
    })
    expect(lab.running()).toEqual([])
  })

  it('a prompt is cancelled, then the agent is stopped', async () => {
    const failure = await fail([{ step: 'ignore-cancel' }, { step: 'hang' }], { inactivityTimeoutMs: 50 })
    expect(failure).toMatchObject({ code: 'TIMEOUT', message: 'sim sent nothing for 50 ms' })
    expect(lab.sent().at(-1)).toMatchObject({ method: 'session/cancel' })
  })

  it('to the right id times out', async () => {
    const failure = await fail([{ step: 'wrong-id' }, { step: 'hang' }], { inactivityTimeoutMs: 50 })
    expect(failure).toMatchObject({ code: 'TIMEOUT', message: 'sim sent nothing for 50 ms' })
  })

  it('because it closed its output is reported', async () => {
    const client = lab.bare(`
      on['session/prompt'] = () => { send(say('bye')); require('node:fs').closeSync(1) }
      setInterval(() => {}, 1000)
    `)
    await using run = client.run({ ...lab.options, agent: 'bare', prompt: 'go' })
    expect(await failureOf(run.result())).toEqual({
      name: 'CapstanError',
      code: 'CONNECTION_CLOSED',
      message: 'bare closed its output but is still running',
      hint: 'Check the workspace for incomplete changes: Capstan stopped the agent.',
    })
    await run.cancel()
    expect(lab.running()).toEqual([])
  })
})

describe('an agent with invalid output', () => {
  it('in single lines emits raw events, and the run continues', async () => {
    const client = lab.sim({
      prompts: [
        [
          { step: 'garbage', text: 'Loading... {' },
          { step: 'wrong-id' },
          { step: 'unknown-notification', params: { x: 1 } },
          { step: 'text', text: 'done' },
        ],
      ],
    })
    const events = await readAll(client.run({ ...lab.options, agent: 'sim', prompt: 'go' }))
    expect(ofType(events, 'raw')).toEqual([
      {
        type: 'raw',
        source: 'stdout',
        payload: expect.objectContaining({ code: 'JSON_LINE_INVALID', excerpt: 'Loading... {' }),
      },
      {
        type: 'raw',
        source: 'acp',
        payload: { jsonrpc: '2.0', id: 'nobody-asked', result: { stopReason: 'end_turn' } },
      },
      {
        type: 'raw',
        source: 'acp',
        payload: { method: '_capstan/unheard_of', params: { x: 1 } },
      },
    ])
    expect(events.at(-1)).toMatchObject({ type: 'finish', stopReason: 'end-turn' })
  })

  it('without a line end is stopped at the size limit', async () => {
    const failure = await fail([{ step: 'partial', bytes: 50_000_000 }, { step: 'hang' }])
    expect(failure).toMatchObject({
      code: 'PROTOCOL_ERROR',
      message: 'sim wrote a line above the size limit',
    })
  })

  it('with a repeated response resolves once', async () => {
    const client = lab.sim({ prompts: [[{ step: 'text', text: 'once' }, { step: 'duplicate-answer' }]] })
    const session = await client.session('sim', lab.options)
    try {
      expect(await session.ask('go')).toMatchObject({ text: 'once', stopReason: 'end-turn' })
      expect(await session.ask('say twice')).toMatchObject({ text: 'twice\n', stopReason: 'end-turn' })
    } finally {
      await session.close()
    }
    expect(lab.running()).toEqual([])
  })

  it('that does not speak ACP is reported', async () => {
    const client = lab.bare(`on.initialize = ({ id }) => send({ id, result: { hello: 'world' } })`)
    expect(await failureOf(client.ask('bare', 'go', lab.options))).toEqual({
      name: 'CapstanError',
      code: 'PROTOCOL_ERROR',
      message: 'bare answered initialize without a protocol version',
      hint: 'Check that the program speaks ACP on its stdin and stdout.',
    })
  })
})

describe('an agent that does not stop', () => {
  it('when cancelled is killed', async () => {
    const run = lab
      .sim({
        prompts: [[{ step: 'ignore-cancel' }, { step: 'text', text: 'on' }, { step: 'hang' }]],
        stubborn: true,
      })
      .run({ ...lab.options, agent: 'sim', prompt: 'go' })
    for await (const event of run) if (event.type === 'text.delta') break
    await run.cancel()
    expect(await run.result()).toMatchObject({ stopReason: 'cancelled' })
    expect(lab.running()).toEqual([])
  })

  it('is stopped with its child processes', async () => {
    const run = lab
      .sim({ prompts: [[{ step: 'grandchild' }, { step: 'hang' }]] })
      .run({ ...lab.options, agent: 'sim', prompt: 'go' })
    let pid = 0
    for await (const event of run) {
      if (event.type === 'text.delta') pid = Number(event.text.replace('grandchild ', ''))
      if (pid > 0) break
    }
    await run.cancel()
    expect([pid > 0, isRunning(pid)]).toEqual([true, false])
  })
})

it('fails a turn without output of an agent that hides provider errors', async () => {
  const silent = {
    prompts: [
      [{ step: 'end-turn-empty' as const }],
      [{ step: 'text' as const, text: '\n' }],
      [{ step: 'text' as const, text: 'ok' }],
    ],
  }
  const client = lab.sim(silent, { acp: { silentTurnIsFailure: true } })
  const session = await client.session('sim', lab.options)
  try {
    for (let turn = 0; turn < 2; turn++) {
      expect(await failureOf(session.ask('go'))).toMatchObject({
        code: 'AGENT_ERROR',
        message: 'sim ended the turn without a result',
      })
    }
    expect((await session.ask('go')).text).toBe('ok')
  } finally {
    await session.close()
  }
  expect((await lab.sim(silent).ask('sim', 'go', lab.options)).text).toBe('')
})

it('fails with a provider error that the agent writes as text', async () => {
  const says = (text: string): Step => ({
    step: 'update',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  })
  const scenario = {
    prompts: [[says('I begin'), says('401 {"type":"error"}')], [says('It answered 401 {"type":"error"}')]],
  }
  const client = lab.sim(scenario, { acp: { errorTexts: ['^[45]\\d\\d \\{"type":"error"'] } })
  const session = await client.session('sim', lab.options)
  try {
    expect(await failureOf(session.ask('go'))).toMatchObject({
      name: 'ProviderError',
      code: 'AUTH_ERROR',
      message: '401 {"type":"error"}',
      status: 401,
      retryable: false,
    })
    expect((await session.ask('go')).text).toBe('It answered 401 {"type":"error"}')
  } finally {
    await session.close()
  }
})

it.each(['1', '2'])('reports the error message of a failed turn, in version %s', async (protocol) => {
  const error = { step: 'error', code: -32_603, message: 'The model is on strike' } as const
  const client = lab.sim({ prompts: [[error]] }, { words: ['--protocol', protocol] })
  const failure = await failureOf(client.ask('sim', 'go', lab.options))
  expect(failure).toMatchObject({ code: 'AGENT_ERROR' })
  expect((failure as { message: string }).message).toContain('The model is on strike')
})

it.each(['1', '2'])('reports a missing login during a turn, in version %s', async (protocol) => {
  const error = { step: 'error', code: -32_000, message: 'Authentication required' } as const
  const client = lab.sim({ prompts: [[error]] }, { words: ['--protocol', protocol] })
  expect(await failureOf(client.ask('sim', 'go', lab.options))).toMatchObject({ code: 'AUTH_ERROR' })
})

it('ignores updates after the end of the turn', async () => {
  const client = lab.sim({
    prompts: [
      [
        { step: 'text', text: 'in time' },
        { step: 'late-update', text: 'late', count: 3 },
      ],
    ],
  })
  const session = await client.session('sim', lab.options)
  const seen: string[] = []
  const late = Promise.withResolvers<void>()
  session.subscribe((event) => {
    if (event.type === 'text.delta' && seen.push(event.text) === 5) late.resolve()
  })
  try {
    expect(await session.ask('go')).toMatchObject({ stopReason: 'end-turn' })
    await late.promise
    expect(seen).toEqual(['in ', 'time', 'late', 'late', 'late'])
  } finally {
    await session.close()
  }
})

it('isolates concurrent runs', async () => {
  const client = lab.sim()
  const results = await Promise.all(
    ['one', 'two', 'three'].map((word) => client.ask('sim', `say ${word}`, lab.options)),
  )
  expect(results.map(({ text }) => text)).toEqual(['one\n', 'two\n', 'three\n'])
  expect(new Set(results.map(({ sessionId }) => sessionId)).size).toBe(3)
  await expect.poll(() => lab.running()).toEqual([])
})

it('keeps other runs alive when one agent dies', async () => {
  const client = lab.sim({ prompts: [[{ step: 'crash' }]] })
  const good = await lab.sim().session('sim', lab.options)
  try {
    const bad = Array.from({ length: 3 }, () => client.run({ ...lab.options, agent: 'sim', prompt: 'go' }))
    const first = await good.ask('say one')
    // Nobody asks for the results of the others: they must not become unhandled rejections.
    await Promise.all(bad.map((run) => run.cancel()))
    const second = await good.ask('say two')
    expect([first.text, second.text]).toEqual(['one\n', 'two\n'])
  } finally {
    await good.close()
  }
  expect(lab.running()).toEqual([])
})
