import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AgentEvent } from '../../src/events/event.ts'
import type { RunSession } from '../../src/run/session.ts'
import type { RunSessionOptions } from '../../src/run/session-options.ts'
import type { Scenario } from '../../src/testing/sim/scenario.ts'
import { createLab, failureOf, type Lab, ofType, readAll, textIn } from '../support/sim-lab.ts'

let lab: Lab
let session: RunSession | undefined
beforeEach(() => {
  lab = createLab()
})
afterEach(async () => {
  await session?.close()
  await lab.remove()
})

async function open(scenario?: Scenario, options?: RunSessionOptions): Promise<RunSession> {
  session = await lab.sim(scenario).session('sim', { ...lab.options, ...options })
  return session
}

describe('turns', () => {
  it('share one session', async () => {
    const { id, ...opened } = await open().then((one) => ({ id: one.id, ask: one.ask.bind(one) }))
    const said: string[] = []
    for (let turn = 1; turn <= 120; turn++) said.push((await opened.ask(`say ${turn}`)).text)
    expect(said).toEqual(Array.from({ length: 120 }, (_, index) => `${index + 1}\n`))
    expect(session?.id).toBe(id)
    expect(lab.sent('session/new')).toHaveLength(1)
    expect(new Set(lab.sent('session/prompt').map(({ params }) => params?.['sessionId']))).toEqual(
      new Set([id]),
    )
  })

  it('run one at a time', async () => {
    const opened = await open({ prompts: [[{ step: 'hang' }]] })
    const run = opened.run('go')
    expect(() => opened.run('say more')).toThrow('sim is still working on the previous prompt')
    await expect.poll(() => lab.sent('session/prompt').length).toBe(1)
    await run.interrupt()
    expect(await run.result()).toMatchObject({ stopReason: 'cancelled' })
    expect((await opened.ask('say more')).text).toBe('more\n')
  })

  it('that are cancelled keep the session with a slow agent', async () => {
    const opened = await open({
      prompts: [[{ step: 'hang' }]],
      onCancel: [{ step: 'delay', milliseconds: 1000 }],
    })
    const run = opened.run('go')
    await expect.poll(() => lab.sent('session/prompt').length).toBe(1)
    await run.cancel()
    expect(await run.result()).toMatchObject({ stopReason: 'cancelled' })
    expect((await opened.ask('say more')).text).toBe('more\n')
    expect(lab.sent('session/new')).toHaveLength(1)
  })

  it('do not delay closing the session', async () => {
    const opened = await open({ prompts: [[{ step: 'ignore-cancel' }, { step: 'hang' }]] })
    const run = opened.run('go')
    await expect.poll(() => lab.sent('session/prompt').length).toBe(1)
    void run.cancel()
    await opened.close()
    expect(await run.result()).toMatchObject({ stopReason: 'cancelled' })
  })

  it('can be queued in the same run', async () => {
    const run = lab.sim().run({ ...lab.options, agent: 'sim', prompt: 'say one' })
    run.send('say two')
    const events: AgentEvent[] = []
    for await (const event of run) {
      if (event.type === 'text.delta' && textIn(events) === '') run.send('say three')
      events.push(event)
    }
    expect(textIn(events)).toBe('one\ntwo\nthree\n')
    expect((await run.result()).text).toBe('three\n')
    expect(() => run.send('say four')).toThrow(`The run ${run.id} has ended`)
    await run.cancel()
  })

  it('that are interrupted keep queued messages', async () => {
    const client = lab.sim({ prompts: [[{ step: 'text', text: 'wait' }, { step: 'hang' }]] })
    const run = client.run({ ...lab.options, agent: 'sim', prompt: 'go' })
    run.send('say later')
    for await (const event of run) {
      if (event.type === 'text.delta' && event.text === 'wait') await run.interrupt()
    }
    expect(await run.result()).toMatchObject({ text: 'later\n', stopReason: 'end-turn' })
    await run.cancel()
  })

  it('that fail after an interrupt count as interrupted', async () => {
    const client = lab.bare(`
      on['session/prompt'] = ({ id }) => {
        send(say('x'))
        on['session/cancel'] = () => send({ id, error: { code: -32603, message: 'AbortError' } })
      }
    `)
    const run = client.run({ ...lab.options, agent: 'bare', prompt: 'go' })
    for await (const event of run) if (event.type === 'text.delta') await run.interrupt()
    expect(await run.result()).toMatchObject({ text: 'x', stopReason: 'cancelled' })
    await run.cancel()
  })

  it('cannot be steered if not advertised', async () => {
    const client = lab.bare(`
      let prompt
      on['session/prompt'] = ({ id }) => {
        prompt = id
        send(say('x'))
      }
      on['session/cancel'] = () => send({ id: prompt, result: { stopReason: 'cancelled' } })
    `)
    const run = client.run({ ...lab.options, agent: 'bare', prompt: 'go' })
    expect(await failureOf(run.steer('left'))).toMatchObject({ code: 'NO_TURN' })
    for await (const event of run) {
      if (event.type !== 'text.delta') continue
      expect(await failureOf(run.steer('left'))).toMatchObject({ capability: '_meta.steering' })
      await run.interrupt()
    }
    expect(await failureOf(run.steer('left'))).toMatchObject({ code: 'RUN_OVER' })
    await run.cancel()
  })

  it('can be steered if advertised', async () => {
    const client = lab.bare(`
      on.initialize = ({ id }) => send({ id, result: { protocolVersion: 1, agentCapabilities: {}, _meta: { steering: { supported: true } } } })
      let turn
      on['session/prompt'] = ({ id }) => { turn = id; send(say('which way?')) }
      on['_session/steering'] = ({ id, params }) =>
        send({ id, result: { outcome: 'steered' } }, say(params.prompt[0].text), { id: turn, result: { stopReason: 'end_turn' } })
    `)
    const run = client.run({ ...lab.options, agent: 'bare', prompt: 'go' })
    for await (const event of run) {
      if (event.type === 'text.delta' && event.text === 'which way?') await run.steer('left')
    }
    expect((await run.result()).text).toBe('which way?left')
    await run.cancel()
  })
})

it('a slow reader can steer and change settings', async () => {
  const client = lab.bare(`
    const configOptions = [{ id: 'e', name: 'E', category: 'thought_level', type: 'select', currentValue: 'a', options: [{ value: 'b', name: 'B' }] }]
    on.initialize = ({ id }) => send({ id, result: { protocolVersion: 1, agentCapabilities: {}, _meta: { steering: { supported: true } } } })
    on['session/new'] = ({ id }) => send({ id, result: { sessionId: 's1', configOptions } })
    let turn
    on['session/prompt'] = ({ id }) => { turn = id; send(...Array.from({ length: 3000 }, () => say('x'))) }
    on['session/set_config_option'] = ({ id }) => send({ id, result: { configOptions } })
    on['_session/steering'] = ({ id }) => send({ id, result: { outcome: 'steered' } }, { id: turn, result: { stopReason: 'end_turn' } })
  `)
  session = await client.session('bare', lab.options)
  const run = session.run('go')
  let count = 0
  for await (const event of run) {
    if (event.type !== 'text.delta' || ++count > 1) continue
    await expect.poll(() => lab.received('session/update').length).toBeGreaterThan(1000)
    await session.set({ effort: 'b' })
    await run.steer('left')
  }
  expect(count).toBe(3000)
})

describe('between runs', () => {
  it('events reach the next run and the listeners', async () => {
    const opened = await open({ prompts: [[{ step: 'late-update', text: 'late' }]] })
    const late = Promise.withResolvers<void>()
    const leave = opened.subscribe((event) => {
      if (event.type === 'text.delta' && event.text === 'late') late.resolve()
    })
    const first = textIn(await readAll(opened.run('go')))
    await late.promise
    leave()
    const run = opened.run('say now')
    const second = textIn(await readAll(run))
    expect(first + second).toBe('latenow\n')
    expect((await run.result()).text).toBe('now\n')
  })

  it('questions are cancelled', async () => {
    const client = lab.bare(`
      on['session/new'] = ({ id }) => send({ id, result: { sessionId: 's1',
        modes: { currentModeId: 'a', availableModes: [{ id: 'a', name: 'A' }] } } })
      on['session/set_mode'] = ({ id }) => send(
        { id: 'q', method: 'session/request_permission', params: {
          sessionId: 's1', toolCall: { toolCallId: 'c' }, options: [{ optionId: 'y', name: 'Y', kind: 'allow_once' }] } },
        { id, result: {} },
      )
    `)
    session = await client.session('bare', { ...lab.options, permissions: 'allow' })
    await session.set({ mode: 'a' })
    await expect
      .poll(() => lab.sent().find(({ id }) => id === 'q'))
      .toMatchObject({ result: { outcome: { outcome: 'cancelled' } } })
  })
})

describe('settings', () => {
  it.each(['1', '2'])('are set by their category, in version %s', async (protocol) => {
    session = await lab.sim({}, { words: ['--protocol', protocol] }).session('sim', lab.options)
    await session.set({ mode: 'auto', effort: 'max', model: 'sim-large' })
    expect(lab.sent('session/set_config_option').map(({ params }) => params?.['configId'])).toEqual([
      'model',
      'effort',
      'mode',
    ])
    expect(
      session.options.map((option) => [option.category, 'currentValue' in option && option.currentValue]),
    ).toEqual([
      ['model', 'sim-large'],
      ['thought-level', 'max'],
      ['mode', 'auto'],
    ])
  })

  it('without an option are set by a prompt', async () => {
    const client = lab.bare(
      `on['session/prompt'] = ({ id }) => send({ id, result: { stopReason: 'end_turn' } })`,
      {
        acp: { optionPrompts: { 'thought-level': '/think {value}' } },
      },
    )
    session = await client.session('bare', { ...lab.options, thinkingEffort: 'high' })
    await session.set({ effort: 'low' })
    expect(lab.sent('session/prompt').map(({ params }) => params?.['prompt'])).toEqual([
      [{ type: 'text', text: '/think high' }],
      [{ type: 'text', text: '/think low' }],
    ])
  })

  it('that are rejected list the accepted values', async () => {
    const opened = await open()
    expect(await failureOf(opened.set({ effort: 'huge' }))).toMatchObject({
      code: 'OPTION_REFUSED',
      message: 'sim does not accept huge as thought-level',
      hint: 'Use one of low, medium, high, max.',
    })
  })

  it('that a session does not list are set by resuming it, if supported', async () => {
    const acp = {
      modelMeta: { vendor: { model: '{value}' } },
      optionMeta: { thought_level: { vendor: { effort: '{value}' } } },
    }
    session = await lab.sim({}, { acp }).session('sim', lab.options)
    // Nothing is kept of a session without a turn.
    expect(await failureOf(session.set({ model: 'sim-old' }))).toMatchObject({ code: 'OPTION_REFUSED' })
    await session.ask('say hi')
    await session.set({ mode: 'auto' })
    await session.set({ model: 'sim-old', effort: 'huge' })
    expect(lab.sent('session/resume').map(({ params }) => params?.['_meta'])).toEqual([
      { vendor: { model: 'sim-old' } },
      { vendor: { model: 'sim-old', effort: 'huge' } },
    ])
    expect(session.options.find(({ category }) => category === 'mode')).toMatchObject({
      currentValue: 'auto',
    })
    expect((await session.ask('say there')).text).toBe('there\n')
  })

  it('of older agents are set by legacy requests', async () => {
    const client = lab.bare(`
      on['session/new'] = ({ id }) => send({ id, result: { sessionId: 's1',
        modes: { currentModeId: 'a', availableModes: [{ id: 'a', name: 'A' }, { id: 'b', name: 'B' }] },
        models: { currentModelId: 'm', availableModels: [{ modelId: 'm', name: 'M' }, { modelId: 'n', name: 'N' }] } } })
      on['session/set_mode'] = on['session/set_model'] = ({ id }) => send({ id, result: {} })
    `)
    session = await client.session('bare', lab.options)
    await session.set({ model: 'n', mode: 'b' })
    expect(lab.sent().slice(-2)).toMatchObject([
      { method: 'session/set_model', params: { sessionId: 's1', modelId: 'n' } },
      { method: 'session/set_mode', params: { sessionId: 's1', modeId: 'b' } },
    ])
    expect(await failureOf(session.set({ effort: 'high' }))).toMatchObject({
      capability: 'configOptions.thought-level',
      requested: 'high',
    })
  })
})

describe('stored sessions', () => {
  it('are listed page by page, and loaded', async () => {
    const client = lab.sim()
    const { sessionId } = await client.ask('sim', 'say one', lab.options)
    const opened = await open()
    const listed = []
    for await (const one of opened.streamAllSessions()) listed.push(one.sessionId)
    const page = await opened.listSessions({ cwd: lab.workspace })
    expect(listed).toContain(sessionId)
    expect(page.sessions.map((one) => one.sessionId).toSorted()).toEqual(listed.toSorted())
    const before = opened.id
    await opened.loadSession(sessionId)
    expect([opened.id, before === sessionId]).toEqual([sessionId, false])
    expect((await opened.ask('say on')).text).toBe('on\n')
    await expect.poll(() => lab.sent('session/prompt').at(-1)?.params?.['sessionId']).toBe(sessionId)
  })

  it('that cannot be loaded keep the previous session', async () => {
    const opened = await open()
    const { id } = opened
    expect(await failureOf(opened.loadSession('gone'))).toMatchObject({ code: 'SESSION_NOT_FOUND' })
    expect([opened.id, (await opened.ask('say on')).text]).toEqual([id, 'on\n'])
  })

  it('that are loaded receive each event once', async () => {
    const { sessionId } = await lab.sim().ask('sim', 'say one', lab.options)
    const opened = await open({ prompts: [[{ step: 'garbage' }]] })
    await opened.loadSession(sessionId)
    expect(ofType(await readAll(opened.run('go')), 'raw')).toHaveLength(1)
  })

  it('stop at a repeated cursor', async () => {
    const client = lab.bare(`
      on.initialize = ({ id }) => send({ id, result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { list: {} } } } })
      on['session/list'] = ({ id }) => send({ id, result: { sessions: [{ sessionId: 'a', cwd: '/' }], nextCursor: 'again' } })
    `)
    session = await client.session('bare', lab.options)
    const listed = []
    for await (const one of session.streamAllSessions()) listed.push(one.sessionId)
    expect(listed).toEqual(['a', 'a'])
  })
})

describe('capabilities of a session', () => {
  const bare = `
    on.initialize = ({ id }) => send({ id, result: { protocolVersion: 1, agentCapabilities: {} } })
  `

  it('match the handshake and are immutable', async () => {
    const { capabilities, host: connection } = await open()
    expect(capabilities).toBe(connection.capabilities)
    expect(capabilities).toMatchObject({ loadSession: true, listSessions: true, mcp: { stdio: true } })
    expect(() => Object.assign(capabilities.prompt, { audio: true })).toThrow(TypeError)
  })

  it('gate the calls of its connection', async () => {
    session = await lab.bare(bare).session('bare', lab.options)
    const { host: connection } = session
    const options = {
      cwd: lab.workspace,
      onEvent: () => undefined,
      handlers: { permission: async () => ({ type: 'cancelled' as const }) },
    }
    const refused = (capability: string): object => ({ name: 'CapabilityNotSupportedError', capability })
    await expect(connection.loadSession('s', options)).rejects.toMatchObject(refused('loadSession'))
    await expect(connection.listSessions()).rejects.toMatchObject(refused('sessionCapabilities.list'))
    await expect(connection.streamAllSessions().next()).rejects.toMatchObject(
      refused('sessionCapabilities.list'),
    )
  })

  it('allow its connection to list and load other sessions', async () => {
    const { sessionId } = await lab.sim().ask('sim', 'say one', lab.options)
    const { host: connection, id } = await open()
    const heard: string[] = []
    const loaded = await connection.loadSession(sessionId, {
      cwd: lab.workspace,
      onEvent: ({ type }) => void heard.push(type),
      handlers: { permission: async () => ({ type: 'cancelled' }) },
    })
    expect([loaded.id, session?.id]).toEqual([sessionId, id])
    expect(heard).toContain('message.updated')
    expect((await connection.listSessions()).sessions.map((one) => one.sessionId)).toContain(sessionId)
  })

  it('drop folders with one warning per connection before the first turn', async () => {
    const warnings: string[] = []
    const { sessionId } = await lab.sim().ask('sim', 'say one', lab.options)
    const scenario = { initialize: { agentCapabilities: { loadSession: true } } }
    session = await lab.sim(scenario, { words: ['--protocol', '1'] }).session('sim', {
      ...lab.options,
      additionalDirectories: [lab.workspace],
      onWarning: (message) => warnings.push(message),
    })
    await session.loadSession(sessionId)
    await session.ask('say on')
    expect(warnings).toEqual([
      'Agent sim does not advertise additionalDirectories capability — ignoring 1 entries.',
    ])
  })
})

describe('an answer with a schema', () => {
  const schema = {
    type: 'object',
    properties: { age: { type: 'integer' } },
    required: ['age'],
  } as const

  it('may be corrected once', async () => {
    const opened = await open({
      prompts: [[{ step: 'text', text: 'It is {"age":"old"}' }], [{ step: 'text', text: '{"age":7}' }]],
    })
    const answer = await opened.askJson('How old?', { schema })
    expect([answer.data, answer.raw.text]).toEqual([{ age: 7 }, '{"age":7}'])
    expect(JSON.stringify(lab.sent('session/prompt')[1])).toContain('age must be')
  })

  it('is an error if it never matches', async () => {
    const client = lab.sim({ prompts: [[{ step: 'text', text: 'no' }]], repeat: true })
    expect(await failureOf(client.askJson('sim', 'How old?', { ...lab.options, schema }))).toMatchObject({
      name: 'JsonValidationError',
    })
    expect(lab.sent('session/prompt')).toHaveLength(2)
    await vi.waitFor(() => expect(lab.running()).toEqual([]))
  })
})

it('keeps a closed session closed', async () => {
  const opened = await open({}, { recover: 'session' })
  await opened.close()
  expect(() => opened.run('go')).toThrow('The session with sim is closed')
  expect(lab.running()).toEqual([])
})

it('accepts a new run after a run that was aborted before it began', async () => {
  const opened = await open()
  const { signal } = { signal: AbortSignal.abort() }
  expect(await failureOf(opened.ask('say one', { signal }))).toMatchObject({ code: 'ABORTED' })
  expect((await opened.ask('say two')).text).toBe('two\n')
  expect(lab.sent('session/prompt')).toHaveLength(1)
})

it('deletes the session of a run with noSession, and ignores a failure', async () => {
  const good = lab.sim().run({ ...lab.options, agent: 'sim', prompt: 'help', noSession: true })
  await good.result()
  await good.cancel()
  expect(lab.sent('session/delete').map(({ params }) => params)).toEqual([{ sessionId: good.sessionId }])
  const warnings: string[] = []
  const bad = lab.sim({ answers: { 'session/delete': { error: { code: -32603, message: 'Locked' } } } }).run({
    ...lab.options,
    agent: 'sim',
    prompt: 'help',
    noSession: true,
    onWarning: (message) => warnings.push(message),
  })
  await bad.result()
  await bad.cancel()
  expect(warnings).toEqual(['Could not clean up after sim: sim refused session/delete: Locked'])
  expect(lab.running()).toEqual([])
})
