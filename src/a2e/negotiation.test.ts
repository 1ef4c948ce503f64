import { describe, expect, it } from 'vitest'
import { testHost } from '../../test/support/a2e.ts'
import { echoTools, emptyEnv, emptyMemory, plugin } from '../../test/support/a2e-plugins.ts'
import { directAgent } from '../../test/support/a2e-wire.ts'

describe('the published example', () => {
  it('accepts what has a plugin and says why not of the rest', async () => {
    const agent = directAgent(await testHost({ plugins: [echoTools, emptyMemory, emptyEnv] }))
    const answer = await agent.shakeHands(['tools', 'memory', 'env', 'chains'])
    expect(answer).toMatchObject({ type: 'handshake/resp', ok: true, reason: '', max_parallel: 4 })
    expect(answer['accepted_caps']).toEqual([
      {
        capability: 'tools',
        enabled: true,
        metadata: { name: 'mytools', type: 'tools', priority: 0, exclusive: false },
      },
      {
        capability: 'memory',
        enabled: true,
        metadata: { name: 'mymemory', type: 'memory', priority: 0, exclusive: false },
      },
      {
        capability: 'env',
        enabled: true,
        metadata: { name: 'myenv', type: 'env', priority: 0, exclusive: false },
      },
      { capability: 'chains', enabled: false, metadata: { reason: 'no plugin loaded' } },
    ])
    const refusal = await agent.ask('chain/req', { entry_node: 'x' })
    const { id, req_id: requestId, ts, ...rest } = refusal
    expect(rest).toEqual({
      type: 'error',
      version: '1.0',
      a2e: '1.0',
      code: 'capability_missing',
      message: "Capability 'chains' was not negotiated",
      detail: { capability: 'chains', type: 'chain/req', accepted: ['tools', 'memory', 'env'] },
      retryable: false,
      capability_name: 'chains',
    })
    expect([typeof id, typeof requestId, typeof ts]).toEqual(['string', 'string', 'number'])
  })
})

describe('negotiation', () => {
  it('answers a wish once and leaves out names that a client would choke on', async () => {
    const agent = directAgent(await testHost({ plugins: [echoTools] }))
    const answer = await agent.shakeHands(['planning', 'tools', 'skills', 'tools', 'test', 'streaming'])
    expect(answer['reason']).toBe('unknown capabilities: skills, streaming')
    expect(answer['accepted_caps']).toEqual([
      { capability: 'planning', enabled: false, metadata: { reason: 'no plugin loaded' } },
      {
        capability: 'tools',
        enabled: true,
        metadata: { name: 'mytools', type: 'tools', priority: 0, exclusive: false },
      },
      { capability: 'test', enabled: false, metadata: { reason: 'no plugin loaded' } },
    ])
  })

  it('tells of the plugin that is asked first, and names all', async () => {
    const list = { 'tool/list/req': () => ({ tools: [] }) }
    const plugins = [
      plugin('tools', list, { name: 'low', priority: -1 }),
      plugin('tools', list, { name: 'high', priority: 9 }),
      plugin('tools', list, { name: 'also-high', priority: 9 }),
    ]
    const agent = directAgent(await testHost({ plugins }))
    expect((await agent.shakeHands(['tools']))['accepted_caps']).toEqual([
      {
        capability: 'tools',
        enabled: true,
        metadata: {
          name: 'high',
          type: 'tools',
          priority: 9,
          exclusive: false,
          plugins: ['high', 'also-high', 'low'],
        },
      },
    ])
  })

  it('tells of the exclusive plugin, whatever its priority', async () => {
    const list = { 'tool/list/req': () => ({ tools: [] }) }
    const plugins = [
      plugin('tools', list, { name: 'shared', priority: 5 }),
      plugin('tools', list, { name: 'alone', exclusive: true }),
    ]
    const agent = directAgent(await testHost({ plugins }))
    expect(await agent.shakeHands(['tools'])).toMatchObject({
      accepted_caps: [{ metadata: { name: 'alone', priority: 0, exclusive: true } }],
    })
  })

  it('may be repeated, and then holds anew', async () => {
    const agent = directAgent(await testHost({ plugins: [echoTools] }))
    await agent.shakeHands(['tools'])
    await agent.shakeHands(['memory'])
    expect(await agent.ask('tool/list/req')).toMatchObject({
      code: 'capability_missing',
      detail: { capability: 'tools', type: 'tool/list/req', accepted: [] },
    })
  })

  it('refuses an agent that could use nothing only where it is strict', async () => {
    const lenient = directAgent(await testHost({ plugins: [echoTools] }))
    expect(await lenient.shakeHands([])).toMatchObject({ ok: true, accepted_caps: [] })
    const strict = directAgent(await testHost({ plugins: [echoTools], strict: true }))
    expect(await strict.shakeHands(['memory'])).toMatchObject({
      ok: false,
      reason: 'no_caps',
      accepted_caps: [],
    })
    expect(await strict.shakeHands(['tools'])).toMatchObject({ ok: true })
  })
})

describe('a token', () => {
  it('is asked for, and a wrong one ends what there was', async () => {
    const agent = directAgent(await testHost({ plugins: [echoTools], token: 'dev-secret' }))
    expect(await agent.shakeHands(['tools'], 'WRONG')).toMatchObject({
      type: 'handshake/resp',
      ok: false,
      reason: 'auth_failed',
      accepted_caps: [],
    })
    expect(await agent.ask('tool/list/req')).toMatchObject({ code: 'unauthorized' })
    expect(await agent.shakeHands(['tools'], 'dev-secret')).toMatchObject({ ok: true })
    expect(await agent.ask('tool/list/req')).toMatchObject({ type: 'tool/list/resp' })
    expect(await agent.shakeHands(['tools'])).toMatchObject({ ok: false, reason: 'auth_failed' })
    expect(await agent.ask('tool/list/req')).toMatchObject({ code: 'unauthorized' })
  })

  it('must not be empty', async () => {
    await expect(testHost({ plugins: [], token: '' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})

describe('a version', () => {
  it.each([
    [{ version: '1.0' }, true],
    [{ a2e: '1.0', version: undefined }, true],
    [{ version: undefined }, true],
    [{ version: '1.7' }, true],
    [{ version: '2.0' }, false],
    [{ version: '1.0', a2e: '2.0' }, false],
    [{ version: 'one' }, false],
  ])('of %j is taken: %j', async (fields, taken) => {
    const agent = directAgent(await testHost({ plugins: [echoTools] }))
    const answer = await agent.ask('handshake/req', { agent_caps: ['tools'], ...fields })
    expect(answer).toMatchObject(taken ? { ok: true } : { ok: false, reason: 'version_mismatch' })
    if (taken) return
    await agent.shakeHands(['tools'])
    expect(await agent.ask('ping', fields)).toMatchObject({
      code: 'version_mismatch',
      detail: { supported: ['1.0'] },
    })
  })
})

describe('plugins', () => {
  const list = { 'tool/list/req': () => ({ tools: [] }) }

  it('that are both exclusive for a message are not loaded together', async () => {
    const plugins = [
      plugin('tools', list, { name: 'one', exclusive: true }),
      plugin('tools', list, { name: 'two', exclusive: true }),
    ]
    await expect(testHost({ plugins })).rejects.toMatchObject({
      code: 'A2E_PLUGIN_CONFLICT',
      message: 'The plugins one and two are both exclusive and both answer tool/list/req',
    })
  })

  it('that are exclusive for other messages are', async () => {
    const call = { 'tool/call/req': () => undefined }
    const plugins = [
      plugin('tools', list, { name: 'one', exclusive: true }),
      plugin('tools', call, { name: 'two', exclusive: true }),
    ]
    expect((await testHost({ plugins })).plugins.map(({ name }) => name)).toEqual(['one', 'two'])
  })

  it('with one name are not loaded together', async () => {
    await expect(testHost({ plugins: [echoTools, echoTools] })).rejects.toMatchObject({
      code: 'A2E_PLUGIN_CONFLICT',
      message: 'There is a plugin with the name mytools already',
    })
  })

  it.each([
    [
      () => plugin('tools', { 'memory/init/req': () => undefined }),
      'messages.memory/init/req is no request of tools',
    ],
    [
      () => plugin('tools', { 'tool/call/resp': () => undefined } as never),
      'messages.tool/call/resp is no request of tools',
    ],
    [() => plugin('core' as never, {}), 'type must be a capability that has messages'],
    [
      () => plugin('mcp', { 'mcp/sample/req': () => undefined } as never),
      'messages.mcp/sample/req is no request of mcp',
    ],
    [() => plugin('tools', {}, { name: '' }), 'name must be text that is not empty'],
    [() => plugin('tools', {}, { priority: Number.NaN }), 'priority must be a finite number'],
  ])('that are wrong are told so (%#)', (make, message) => {
    expect(make).toThrow(`The plugin’s ${message}`)
  })

  it('are loaded first, unloaded last, and unloaded when another cannot be loaded', async () => {
    const steps: string[] = []
    const traced = (name: string, fails = false) =>
      plugin('tools', list, {
        name,
        load: ({ root }) => {
          steps.push(`load ${name} in ${root}`)
          if (fails) throw new Error('broken')
        },
        unload: () => void steps.push(`unload ${name}`),
      })
    const root = '/some/folder'
    await expect(testHost({ root, plugins: [traced('one'), traced('two', true)] })).rejects.toThrow('broken')
    expect(steps).toEqual(['load one in /some/folder', 'load two in /some/folder', 'unload one'])
  })

  it('keep their state by name', async () => {
    let kept: unknown = 'nothing'
    const keeper = plugin(
      'memory',
      {},
      {
        saveState: async () => ({ entries: 1 }),
        restoreState: (state) => void (kept = state),
      },
    )
    const host = await testHost({ plugins: [keeper, echoTools] })
    expect(await host.saveState()).toEqual({ mymemory: { entries: 1 } })
    await host.restoreState({ mymemory: { entries: 2 }, other: 1 })
    expect(kept).toEqual({ entries: 2 })
    await expect(host.restoreState([])).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})
