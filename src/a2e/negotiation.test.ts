import { describe, expect, it } from 'vitest'
import { testHost } from '../../test/support/a2e.ts'
import { echoTools, emptyEnv, emptyMemory, plugin } from '../../test/support/a2e-plugins.ts'
import { directAgent } from '../../test/support/a2e-wire.ts'
import { definePlugin } from './plugin.ts'

describe('the published example', () => {
  it('accepts capabilities with a plugin and gives a reason for the others', async () => {
    const agent = directAgent(await testHost({ plugins: [echoTools, emptyMemory, emptyEnv] }))
    const answer = await agent.handshake(['tools', 'memory', 'env', 'chains'])
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
      detail: {
        capability: 'chains',
        type: 'chain/req',
        accepted: ['tools', 'memory', 'env'],
        hint: "Request 'chains' in the handshake with a host that has a plugin for it.",
      },
      retryable: false,
      capability_name: 'chains',
    })
    expect([typeof id, typeof requestId, typeof ts]).toEqual(['string', 'string', 'number'])
  })
})

describe('negotiation', () => {
  it('answers each capability once and leaves out unknown names', async () => {
    const agent = directAgent(await testHost({ plugins: [echoTools] }))
    const answer = await agent.handshake(['planning', 'tools', 'skills', 'tools', 'test', 'streaming'])
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

  it('describes the plugin with the highest priority and names all plugins', async () => {
    const list = { 'tool/list/req': () => ({ tools: [] }) }
    const plugins = [
      plugin('tools', list, { name: 'low', priority: -1 }),
      plugin('tools', list, { name: 'high', priority: 9 }),
      plugin('tools', list, { name: 'also-high', priority: 9 }),
    ]
    const agent = directAgent(await testHost({ plugins }))
    expect((await agent.handshake(['tools']))['accepted_caps']).toEqual([
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

  it('describes the exclusive plugin, whatever its priority', async () => {
    const list = { 'tool/list/req': () => ({ tools: [] }) }
    const plugins = [
      plugin('tools', list, { name: 'shared', priority: 5 }),
      plugin('tools', list, { name: 'alone', exclusive: true }),
    ]
    const agent = directAgent(await testHost({ plugins }))
    expect(await agent.handshake(['tools'])).toMatchObject({
      accepted_caps: [{ metadata: { name: 'alone', priority: 0, exclusive: true } }],
    })
  })

  it('may be repeated, and the last handshake counts', async () => {
    const agent = directAgent(await testHost({ plugins: [echoTools] }))
    await agent.handshake(['tools'])
    await agent.handshake(['memory'])
    expect(await agent.ask('tool/list/req')).toMatchObject({
      code: 'capability_missing',
      detail: { capability: 'tools', type: 'tool/list/req', accepted: [] },
    })
  })

  it('refuses an agent without any enabled capability only if strict', async () => {
    const lenient = directAgent(await testHost({ plugins: [echoTools] }))
    expect(await lenient.handshake([])).toMatchObject({ ok: true, accepted_caps: [] })
    const strict = directAgent(await testHost({ plugins: [echoTools], strict: true }))
    expect(await strict.handshake(['memory'])).toMatchObject({
      ok: false,
      reason: 'no_caps',
      accepted_caps: [],
    })
    expect(await strict.handshake(['tools'])).toMatchObject({ ok: true })
  })
})

describe('a token', () => {
  it('is required, and a wrong token revokes the previous handshake', async () => {
    const agent = directAgent(await testHost({ plugins: [echoTools], token: 'dev-secret' }))
    expect(await agent.handshake(['tools'], 'WRONG')).toMatchObject({
      type: 'handshake/resp',
      ok: false,
      reason: 'auth_failed',
      accepted_caps: [],
    })
    expect(await agent.ask('tool/list/req')).toMatchObject({ code: 'unauthorized' })
    expect(await agent.handshake(['tools'], 'dev-secret')).toMatchObject({ ok: true })
    expect(await agent.ask('tool/list/req')).toMatchObject({ type: 'tool/list/resp' })
    expect(await agent.handshake(['tools'])).toMatchObject({ ok: false, reason: 'auth_failed' })
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
  ])('of %j is accepted: %j', async (fields, accepted) => {
    const agent = directAgent(await testHost({ plugins: [echoTools] }))
    const answer = await agent.ask('handshake/req', { agent_caps: ['tools'], ...fields })
    expect(answer).toMatchObject(accepted ? { ok: true } : { ok: false, reason: 'version_mismatch' })
    if (accepted) return
    await agent.handshake(['tools'])
    expect(await agent.ask('ping', fields)).toMatchObject({
      code: 'version_mismatch',
      detail: { supported: ['1.0'] },
    })
  })
})

describe('plugins', () => {
  const list = { 'tool/list/req': () => ({ tools: [] }) }

  it('that handle the same message exclusively conflict', async () => {
    const plugins = [
      plugin('tools', list, { name: 'one', exclusive: true }),
      plugin('tools', list, { name: 'two', exclusive: true }),
    ]
    await expect(testHost({ plugins })).rejects.toMatchObject({
      code: 'A2E_PLUGIN_CONFLICT',
      message: 'The plugins one and two both handle tool/list/req exclusively',
    })
  })

  it('that handle different messages exclusively load together', async () => {
    const call = { 'tool/call/req': () => undefined }
    const plugins = [
      plugin('tools', list, { name: 'one', exclusive: true }),
      plugin('tools', call, { name: 'two', exclusive: true }),
    ]
    expect((await testHost({ plugins })).plugins.map(({ name }) => name)).toEqual(['one', 'two'])
  })

  it('with the same name conflict', async () => {
    await expect(testHost({ plugins: [echoTools, echoTools] })).rejects.toMatchObject({
      code: 'A2E_PLUGIN_CONFLICT',
      message: 'A plugin named mytools is already registered',
    })
  })

  it.each([
    [
      () => plugin('tools', { 'memory/init/req': () => undefined }),
      'messages.memory/init/req is not a request of tools',
    ],
    [
      () => plugin('tools', { 'tool/call/resp': () => undefined } as never),
      'messages.tool/call/resp is not a request of tools',
    ],
    [() => plugin('core' as never, {}), 'type must be a capability that has messages'],
    [
      () => plugin('mcp', { 'mcp/sample/req': () => undefined } as never),
      'messages.mcp/sample/req is not a request of mcp',
    ],
    [() => plugin('tools', {}, { name: '' }), 'name must be text that is not empty'],
    [() => plugin('tools', {}, { priority: Number.NaN }), 'priority must be a finite number'],
  ])('that are invalid are rejected (%#)', (make, message) => {
    expect(make).toThrow(`The plugin’s ${message}`)
  })

  it('are loaded first, unloaded last, and unloaded when another fails to load', async () => {
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

  it('save and restore their state by name', async () => {
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

it('accepts a plugin of planning, which the published list lacks', async () => {
  const planning = definePlugin({
    name: 'plans',
    type: 'planning',
    messages: { 'planning/plan/list': () => ({ plans: [{ plan_id: 'p' }] }) },
  })
  const agent = directAgent(await testHost({ plugins: [planning] }))
  expect(await agent.handshake(['planning'])).toMatchObject({
    accepted_caps: [{ capability: 'planning', enabled: true, metadata: { name: 'plans' } }],
  })
  expect(await agent.ask('planning/plan/list')).toMatchObject({
    type: 'planning/plan/list/resp',
    plans: [{ plan_id: 'p' }],
  })
})
