import { describe, expect, it } from 'vitest'
import { testHost } from '../../test/support/a2e.ts'
import { echoTools, emptyMemory, plugin } from '../../test/support/a2e-plugins.ts'
import { directAgent, type Message } from '../../test/support/a2e-wire.ts'
import { ManualClock } from '../core/manual-clock.ts'
import { A2EError } from './a2e-error.ts'
import type { HostOptions } from './host.ts'
import type { PluginSession } from './plugin.ts'

async function openAgent(options: Partial<HostOptions> = {}, capabilities = ['tools', 'memory', 'chains']) {
  const host = await testHost({ plugins: [echoTools, emptyMemory], ...options })
  const agent = directAgent(host)
  await agent.handshake(capabilities)
  return { host, agent }
}

const result = (data: unknown = null) => ({
  data: { success: true, tool_name: 'any', data, duration_ms: 0 },
})

describe('a session refuses', () => {
  it.each(['ping', 'tool/list/req', 'bogus/type'])('every message before the handshake: %s', async (type) => {
    const agent = directAgent(await testHost({ plugins: [echoTools] }))
    expect(await agent.ask(type)).toMatchObject({ type: 'error', code: 'unauthorized', retryable: false })
  })

  it('text that is not JSON and JSON that is not an object, without a request id', async () => {
    const { agent } = await openAgent()
    for (const text of ['{', '[]', 'null', '"text"', '7']) {
      agent.received.length = 0
      agent.sendText(text)
      expect(agent.received).toMatchObject([{ type: 'error', code: 'parse_error', req_id: '' }])
    }
  })

  it.each(['bogus/type', 'pong', 'tool/call/resp', 'tool/event', 'mcp/sample/req', 'constructor', ''])(
    'the unknown type %j',
    async (type) => {
      const { agent } = await openAgent()
      expect(await agent.ask(type)).toMatchObject({ code: 'unknown_type', message: `Unknown type ${type}` })
    },
  )

  it.each([
    ['tool/call/req', {}, 'arguments'],
    ['tool/call/req', { arguments: [] }, 'arguments'],
    ['tool/call/req', { arguments: {}, timeout: 'long' }, 'timeout'],
    ['tool/list/req', { filter_tags: ['a', 1] }, 'filter_tags.1'],
    ['tool/list/req', { version: 1 }, 'version'],
    ['tool/list/req', { a2e: 1 }, 'a2e'],
    ['handshake/req', { agent_caps: 'tools' }, 'agent_caps'],
  ])('%s with the invalid fields %j, naming the path %s', async (type, fields, path) => {
    const { agent } = await openAgent()
    expect(await agent.ask(type, fields)).toMatchObject({
      code: 'schema_violation',
      detail: { type, path },
    })
  })

  it('a type or an id that is not a string, and an id that is too long', async () => {
    const { agent } = await openAgent()
    expect(await agent.ask(7 as never)).toMatchObject({ code: 'schema_violation', detail: { path: 'type' } })
    agent.send('ping', { id: 7 })
    expect(agent.received.at(-1)).toMatchObject({
      req_id: '',
      code: 'schema_violation',
      detail: { path: 'id' },
    })
    agent.send('ping', { id: 'x'.repeat(129) })
    expect(agent.received.at(-1)).toMatchObject({ req_id: 'x'.repeat(128), code: 'schema_violation' })
  })

  it.each([
    ['an id', 'ping', { id: 'x'.repeat(1_000_000) }],
    ['a type', 'x'.repeat(1_000_000), {}],
    ['a version', 'ping', { version: 'x'.repeat(1_000_000) }],
    ['a version of a handshake', 'handshake/req', { version: 'x'.repeat(1_000_000) }],
    ['a capability', 'handshake/req', { agent_caps: ['x'.repeat(1_000_000)] }],
  ])('%s of a million characters with a short answer', async (_what, type, fields) => {
    const agent = directAgent(await testHost({ plugins: [echoTools] }))
    agent.send(type, fields)
    const { agent: known } = await openAgent()
    known.send(type, fields)
    for (const { received } of [agent, known])
      expect(JSON.stringify(received.at(-1)).length).toBeLessThan(1000)
  })

  it('a capability that was not requested, before validating the fields', async () => {
    const { agent } = await openAgent({}, ['memory'])
    expect(await agent.ask('tool/call/req', {})).toMatchObject({
      code: 'capability_missing',
      capability_name: 'tools',
      detail: { capability: 'tools', type: 'tool/call/req', accepted: ['memory'] },
    })
  })

  it('a message of an accepted capability that no plugin handles', async () => {
    const { agent } = await openAgent()
    expect(await agent.ask('memory/forget/req', { memory_id: 'one' })).toMatchObject({
      code: 'unknown_type',
      message: 'No plugin of this host handles memory/forget/req',
      capability_name: 'memory',
    })
  })

  it('an error message of an agent silently, with a log line', async () => {
    const logged: string[] = []
    const { agent } = await openAgent({ log: (text) => logged.push(text) })
    const before = agent.received.length
    agent.send('error', { code: 'invalid_message', message: 'I am lost' })
    expect(agent.received.length).toBe(before)
    expect(logged).toEqual(['The agent reported an error: I am lost'])
  })
})

describe('a session answers', () => {
  it('a ping with the uptime of the host', async () => {
    const clock = new ManualClock(1_000_000)
    const { agent } = await openAgent({ clock })
    await clock.advance(2500)
    const { id, ...pong } = await agent.ask('ping')
    expect(pong).toEqual({
      type: 'pong',
      version: '1.0',
      a2e: '1.0',
      ts: 1002.5,
      req_id: pong['req_id'],
      uptime_seconds: 2.5,
    })
    expect(id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('a repeated message once', async () => {
    const { agent } = await openAgent()
    const fields = { id: 'same', arguments: {}, tool_name: 'echo' }
    for (let time = 0; time < 3; time++) agent.send('tool/call/req', fields)
    await agent.answerTo('same')
    agent.send('tool/call/req', fields)
    await agent.ask('ping')
    expect(agent.about('same').map(({ type }) => type)).toEqual(['tool/call/resp'])
  })

  it('requests with defaults filled in for the plugin', async () => {
    let seen: unknown
    const tools = plugin('tools', {
      'tool/call/req': (request) => {
        seen = request
        return result()
      },
    })
    const { agent } = await openAgent({ plugins: [tools] })
    await agent.ask('tool/call/req', { id: 'one', ts: 7, arguments: { a: 1 } })
    expect(seen).toMatchObject({
      type: 'tool/call/req',
      id: 'one',
      session_id: '',
      tool_name: '',
      arguments: { a: 1 },
      streaming: false,
      timeout: 30,
    })
  })

  it('with numbered events before the response and none after it', async () => {
    const late = Promise.withResolvers<boolean>()
    const tools = plugin('tools', {
      'tool/call/req': (_request, { emit }) => {
        const sent = ['a', 'b', 'c'].map((text) => emit({ kind: 'log', data: { text } }))
        setImmediate(() => late.resolve(emit({ kind: 'log', data: { text: 'late' } })))
        return result(sent)
      },
    })
    const { agent } = await openAgent({ plugins: [tools] })
    const id = agent.send('tool/call/req', { arguments: {} })
    await agent.answerTo(id)
    expect(await late.promise).toBe(false)
    expect(agent.about(id).map(({ type, seq, data }) => ({ type, seq, data }))).toEqual([
      { type: 'tool/event', seq: 0, data: { text: 'a' } },
      { type: 'tool/event', seq: 1, data: { text: 'b' } },
      { type: 'tool/event', seq: 2, data: { text: 'c' } },
      { type: 'tool/call/resp', seq: undefined, data: result([true, true, true]).data },
    ])
  })

  it.each([
    [
      'a plain error',
      () => {
        throw new Error('broken')
      },
      'runtime_error',
      'broken',
    ],
    [
      'a thrown value that is not an Error',
      () => {
        throw 'text'
      },
      'runtime_error',
      'text',
    ],
    [
      'an answer that does not fit the schema',
      () => ({ data: { success: 'yes' } }) as never,
      'runtime_error',
      'A plugin returned an invalid tool/call/resp: data.success must be of type boolean, and is string',
    ],
    [
      'a circular answer',
      () => {
        const data: Record<string, unknown> = {}
        data['self'] = data
        return result(data)
      },
      'runtime_error',
      undefined,
    ],
    [
      'an error whose detail is not JSON',
      () => {
        throw new A2EError('tool_error', 'odd', { detail: { size: 1n } })
      },
      'runtime_error',
      'odd',
    ],
    [
      'an event of another form',
      (_request: unknown, { emit }: { emit: (fields: never) => boolean }) => {
        emit({ data: 'text' } as never)
        return result()
      },
      'runtime_error',
      'A plugin returned an invalid tool/event: data must be of type object, and is string',
    ],
  ])('with an error when a plugin produces %s', async (_what, call, code, message) => {
    const { agent } = await openAgent({ plugins: [plugin('tools', { 'tool/call/req': call })] })
    expect(await agent.ask('tool/call/req', { arguments: {} })).toMatchObject({
      type: 'error',
      code,
      ...(message === undefined ? {} : { message }),
    })
    expect(await agent.ask('ping')).toMatchObject({ type: 'pong' })
  })

  it('with all fields of the plugin’s own error', async () => {
    const tools = plugin('tools', {
      'tool/call/req': () => {
        throw new A2EError('tool_denied', 'not here', {
          detail: { path: '../x' },
          retryable: true,
          capabilityName: 'tools',
        })
      },
    })
    const { agent } = await openAgent({ plugins: [tools] })
    expect(await agent.ask('tool/call/req', { arguments: {} })).toMatchObject({
      code: 'tool_denied',
      message: 'not here',
      detail: { path: '../x' },
      retryable: true,
      capability_name: 'tools',
    })
  })
})

describe('several plugins', () => {
  const tool = (name: string, by: string) =>
    plugin(
      'tools',
      {
        'tool/list/req': () => ({
          tools: [
            { name, description: by },
            { name: 'shared', description: by },
          ],
        }),
        'tool/call/req': ({ tool_name: toolName }) => {
          if (toolName === 'shared' || toolName === name) return result(by)
          if (toolName === 'broken') throw new A2EError('tool_error', `${by} is broken`)
          if (toolName === 'passed') return undefined
          throw new A2EError('unknown_tool', `${by} has no ${toolName}`)
        },
      },
      { name: by },
    )

  it('have their lists merged, and the first plugin wins a shared name', async () => {
    const { agent } = await openAgent({ plugins: [tool('a', 'first'), tool('b', 'second')] })
    expect((await agent.ask('tool/list/req'))['tools']).toEqual([
      { name: 'a', description: 'first' },
      { name: 'shared', description: 'first' },
      { name: 'b', description: 'second' },
    ])
  })

  it('have a merged list without the plugin that fails', async () => {
    const logged: string[] = []
    const broken = plugin(
      'tools',
      {
        'tool/list/req': () => {
          throw new Error('no list')
        },
      },
      { name: 'broken' },
    )
    const { agent } = await openAgent({
      plugins: [broken, tool('a', 'first')],
      log: (text) => logged.push(text),
    })
    expect((await agent.ask('tool/list/req'))['tools']).toHaveLength(2)
    expect(logged).toEqual(['broken could not answer tool/list/req: Error: no list'])
  })

  it.each([
    ['a', { data: result('first').data }],
    ['b', { data: result('second').data }],
    ['shared', { data: result('first').data }],
    ['broken', { code: 'tool_error', message: 'first is broken' }],
    ['other', { code: 'unknown_tool', message: 'first has no other' }],
    ['passed', { code: 'unknown_tool', message: 'No plugin handled tool/call/req' }],
  ])('answer a call of the tool %s once', async (name, expected) => {
    const { agent } = await openAgent({ plugins: [tool('a', 'first'), tool('b', 'second')] })
    const id = agent.send('tool/call/req', { tool_name: name, arguments: {} })
    expect(await agent.answerTo(id)).toMatchObject(expected)
    expect(agent.about(id)).toHaveLength(1)
  })

  it('do not handle messages of an exclusive plugin', async () => {
    const alone = { ...tool('x', 'alone'), exclusive: true, priority: -5 }
    const { agent } = await openAgent({ plugins: [tool('a', 'first'), alone] })
    expect(await agent.ask('tool/call/req', { tool_name: 'shared', arguments: {} })).toMatchObject(
      result('alone'),
    )
    expect(await agent.ask('tool/call/req', { tool_name: 'a', arguments: {} })).toMatchObject({
      code: 'unknown_tool',
    })
  })
})

/** A tool whose calls wait until the test releases them, by the name they were called with. */
function heldTools() {
  const held = new Map<string, () => void>()
  const log: string[] = []
  let running = 0
  let most = 0
  const tools = plugin('tools', {
    'tool/call/req': async ({ tool_name: name }, { signal }) => {
      running += 1
      most = Math.max(most, running)
      log.push(`start ${name}`)
      await new Promise<void>((resolve) => {
        held.set(name, resolve)
        signal.addEventListener('abort', () => {
          log.push(`abort ${name}: ${(signal.reason as Error).message}`)
          resolve()
        })
      })
      running -= 1
      return result(name)
    },
  })
  return { tools, held, log, most: () => most }
}

describe('many requests', () => {
  it('run up to the limit at a time, in order of arrival', async () => {
    const { tools, held, log, most } = heldTools()
    const { agent } = await openAgent({ plugins: [tools], maxParallel: 2 })
    const ids = ['a', 'b', 'c', 'd'].map((name) =>
      agent.send('tool/call/req', { tool_name: name, arguments: {} }),
    )
    expect(log).toEqual(['start a', 'start b'])
    held.get('b')?.()
    await agent.answerTo(ids[1] ?? '')
    expect(log).toEqual(['start a', 'start b', 'start c'])
    for (const name of ['a', 'c']) held.get(name)?.()
    await agent.answerTo(ids[2] ?? '')
    held.get('d')?.()
    await agent.answerTo(ids[3] ?? '')
    expect(log).toEqual(['start a', 'start b', 'start c', 'start d'])
    expect(most()).toBe(2)
  })

  it('beyond the queue limit are refused at once as retryable', async () => {
    const { tools, held } = heldTools()
    const { agent } = await openAgent({ plugins: [tools], maxParallel: 1, maxQueued: 1 })
    const [first, second, third] = ['a', 'b', 'c'].map((name) =>
      agent.send('tool/call/req', { tool_name: name, arguments: {} }),
    )
    expect(await agent.answerTo(third ?? '')).toMatchObject({
      code: 'queue_full',
      message: 'The session already has 1 queued requests',
      retryable: true,
    })
    held.get('a')?.()
    await agent.answerTo(first ?? '')
    held.get('b')?.()
    expect(await agent.answerTo(second ?? '')).toMatchObject(result('b'))
  })

  it('of two sessions do not wait for each other', async () => {
    const { tools, held } = heldTools()
    const { agent, host } = await openAgent({ plugins: [tools], maxParallel: 1 })
    const other = directAgent(host)
    await other.handshake(['tools'])
    agent.send('tool/call/req', { tool_name: 'a', arguments: {} })
    const id = other.send('tool/call/req', { tool_name: 'b', arguments: {} })
    held.get('b')?.()
    expect(await other.answerTo(id)).toMatchObject(result('b'))
  })
})

describe('a timeout', () => {
  it.each([
    ['of the request', { timeout: 2 }, 2],
    ['of the type', {}, 30],
    ['of the host, if the request sets more,', { timeout: 9999 }, 60],
  ])('%s aborts the call and answers with an error', async (_whose, fields, seconds) => {
    const clock = new ManualClock()
    const { tools, log } = heldTools()
    const { agent } = await openAgent({ plugins: [tools], clock, longestTimeoutMs: 60_000 })
    const id = agent.send('tool/call/req', { tool_name: 'a', arguments: {}, ...fields })
    await clock.advance(seconds * 1000 - 1)
    expect(agent.about(id)).toEqual([])
    await clock.advance(1)
    expect(await agent.answerTo(id)).toMatchObject({
      code: 'timeout',
      message: `tool/call/req took longer than ${seconds} seconds`,
      detail: { timeout: seconds },
      retryable: true,
      capability_name: 'tools',
    })
    expect(log).toEqual(['start a', `abort a: tool/call/req took longer than ${seconds} seconds`])
    await agent.ask('ping')
    expect(agent.about(id)).toHaveLength(1)
  })

  it('includes the time in the queue, and an expired call does not start', async () => {
    const clock = new ManualClock()
    const { tools, held, log } = heldTools()
    const { agent } = await openAgent({ plugins: [tools], clock, maxParallel: 1 })
    agent.send('tool/call/req', { tool_name: 'a', arguments: {}, timeout: 10 })
    const id = agent.send('tool/call/req', { tool_name: 'b', arguments: {}, timeout: 1 })
    const third = agent.send('tool/call/req', { tool_name: 'c', arguments: {}, timeout: 10 })
    await clock.advance(1000)
    expect(await agent.answerTo(id)).toMatchObject({ code: 'timeout' })
    held.get('a')?.()
    await new Promise(setImmediate)
    held.get('c')?.()
    expect(await agent.answerTo(third)).toMatchObject(result('c'))
    expect(log).toEqual(['start a', 'start c'])
  })
})

describe('the end of a session', () => {
  it('follows a shutdown when running requests have finished', async () => {
    const ended: string[] = []
    const { tools, held } = heldTools()
    const { agent } = await openAgent({
      plugins: [{ ...tools, endSession: ({ agentId }) => void ended.push(agentId) }],
    })
    const id = agent.send('tool/call/req', { tool_name: 'a', arguments: {} })
    agent.send('shutdown', {})
    expect(await agent.ask('ping')).toMatchObject({ code: 'invalid_message' })
    expect(await agent.ask('handshake/req')).toMatchObject({ code: 'invalid_message' })
    held.get('a')?.()
    await agent.ended
    expect(agent.about(id)).toMatchObject([result('a')])
    await agent.end()
    expect(ended).toEqual(['agent'])
  })

  it('follows a shutdown at its timeout', async () => {
    const clock = new ManualClock()
    const { tools, log } = heldTools()
    const { agent, host } = await openAgent({ plugins: [tools], clock })
    const id = agent.send('tool/call/req', { tool_name: 'a', arguments: {} })
    agent.send('shutdown', { timeout: 3 })
    await clock.advance(3000)
    await agent.ended
    expect(agent.about(id)).toMatchObject([{ code: 'runtime_error', message: 'The session has ended' }])
    expect(log).toEqual(['start a', 'abort a: The session has ended'])
    expect(host.sessions).toBe(0)
  })

  it('reaches the plugins after a second handshake, accepted or refused', async () => {
    const ended: string[] = []
    const tools = { ...echoTools, endSession: ({ agentId }: PluginSession) => void ended.push(agentId) }
    const host = await testHost({ plugins: [tools], token: 'dev-secret' })
    for (const token of ['dev-secret', 'wrong']) {
      const agent = directAgent(host)
      await agent.handshake(['tools'], 'dev-secret')
      await agent.ask('handshake/req', { agent_id: '', agent_caps: [], auth_token: token })
      await agent.end()
    }
    expect(ended).toEqual(['', 'agent'])
  })

  it('comes when the host closes, which then refuses new sessions', async () => {
    const { tools } = heldTools()
    const { agent, host } = await openAgent({ plugins: [tools] })
    const id = agent.send('tool/call/req', { tool_name: 'a', arguments: {} })
    await host.close()
    await agent.ended
    expect(agent.about(id)).toMatchObject([{ message: 'The session has ended' }])
    agent.send('ping')
    expect(agent.received.at(-1)).toMatchObject({ message: 'The session has ended' })
    expect(() => directAgent(host)).toThrow('The host is closed')
  })
})

describe('a plugin', () => {
  const chains = (ask: (name: string) => Message) =>
    plugin('chains', {
      'chain/req': async ({ entry_node: node }, { request, emit }) => {
        const seen: unknown[] = []
        const fields = { tool_name: node, arguments: {}, streaming: true, ...ask(node) }
        const answer = await request('tool/call/req', fields, (event) => seen.push(event.data))
        emit({ node_id: node, phase: 'done', output: seen })
        return { chain_id: 'c', success: true, final_output: answer.data.data }
      },
    })

  it('may send requests to other plugins on behalf of the agent', async () => {
    const { agent } = await openAgent({
      plugins: [echoTools, chains(() => ({ arguments: { a: 1 } }))],
      maxParallel: 1,
    })
    const id = agent.send('chain/req', { entry_node: 'echo' })
    expect(await agent.answerTo(id)).toMatchObject({
      type: 'chain/resp',
      success: true,
      final_output: { a: 1 },
    })
    expect(agent.about(id).map(({ type }) => type)).toEqual(['chain/event', 'chain/resp'])
    expect(agent.about(id)[0]).toMatchObject({ seq: 0, output: [{ pct: 50, message: 'half way' }] })
  })

  it('may only use what the agent negotiated, with valid messages', async () => {
    const { agent } = await openAgent({ plugins: [echoTools, chains(() => ({}))] }, ['chains'])
    expect(await agent.ask('chain/req', { entry_node: 'echo' })).toMatchObject({
      code: 'capability_missing',
      detail: { capability: 'tools', type: 'tool/call/req', accepted: ['chains'] },
    })
    const wrong = await openAgent({ plugins: [echoTools, chains(() => ({ timeout: 'long' }))] })
    expect(await wrong.agent.ask('chain/req', { entry_node: 'echo' })).toMatchObject({
      code: 'schema_violation',
    })
  })

  it('may push messages while the session is open', async () => {
    let session: PluginSession | undefined
    const env = plugin('env', {
      'env/close/req': (_request, context) => {
        session = context.session
        return { closed: true }
      },
    })
    const { agent } = await openAgent({ plugins: [env] }, ['env'])
    await agent.ask('env/close/req', { episode_id: 'e' })
    const push = { episode_id: 'e', step_id: 1, event_type: 'tick' }
    expect(session?.push('env/state/push', push as never)).toBe(true)
    expect(agent.received.at(-1)).toMatchObject({ type: 'env/state/push', ...push })
    expect([...(session?.accepted ?? [])]).toEqual(['env'])
    await agent.end()
    expect(session?.push('env/state/push', push as never)).toBe(false)
    expect(session?.signal.aborted).toBe(true)
  })
})
