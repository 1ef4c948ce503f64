import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ManualClock } from '../../../core/manual-clock.ts'
import { testAgent, testFolder, testHost, type A2EAgent } from '../../../../test/support/a2e.ts'
import { memoryPlugin, type MemoryPluginOptions } from './memory-plugin.ts'

async function agentWith(
  options: MemoryPluginOptions = {},
  clock = new ManualClock(1_000_000),
): Promise<{ agent: A2EAgent; memory_id: string }> {
  const agent = await testAgent(await testHost({ plugins: [memoryPlugin(options)], clock }), ['memory'])
  return { agent, memory_id: await open(agent) }
}

async function open(agent: A2EAgent, fields: Record<string, unknown> = {}): Promise<string> {
  return String((await agent.ask('memory/init/req', fields))['memory_id'])
}

async function keysOf(
  agent: A2EAgent,
  fields: { memory_id: string } & Record<string, unknown>,
): Promise<unknown> {
  const { entries, total } = await agent.ask('memory/retrieve/req', fields)
  return { total, keys: (entries as { key: unknown }[]).map(({ key }) => key) }
}

const working = { tier: 'working' }

it('returns a stored entry unchanged by its key', async () => {
  const { agent, memory_id } = await agentWith()
  expect(memory_id).toMatch(/^[0-9a-f]{32}$/)
  const entry = {
    key: { k: 'a' },
    content: 42,
    tier: 'working',
    tags: [],
    source: '',
    score: 1,
    ttl: 0,
    created_at: 1000,
    updated_at: 1000,
  }
  expect(
    await agent.ask('memory/store/req', {
      memory_id,
      entries: [{ key: { k: 'a' }, content: 42, ...working }],
    }),
  ).toEqual({ stored: [entry], errors: [] })
  expect(await agent.ask('memory/retrieve/req', { memory_id, keys: [{ k: 'a' }] })).toEqual({
    entries: [entry],
    total: 1,
  })
  expect(await agent.ask('memory/retrieve/req', { memory_id, keys: [{ k: 'b' }] })).toEqual({
    entries: [],
    total: 0,
  })
})

it('treats keys with reordered names as equal, and replaces their entry', async () => {
  const clock = new ManualClock(1_000_000)
  const { agent, memory_id } = await agentWith({}, clock)
  await agent.ask('memory/store/req', {
    memory_id,
    entries: [{ key: { a: 1, b: { c: 2, d: 3 } }, content: 'old words', ...working }],
  })
  await clock.advance(5000)
  await agent.ask('memory/store/req', {
    memory_id,
    entries: [{ key: { b: { d: 3, c: 2 }, a: 1 }, content: 'new words', ...working, score: 2 }],
  })
  expect(await agent.ask('memory/retrieve/req', { memory_id })).toMatchObject({
    total: 1,
    entries: [{ content: 'new words', score: 2, created_at: 1000, updated_at: 1005 }],
  })
  expect(await keysOf(agent, { memory_id, query: 'old' })).toEqual({ total: 0, keys: [] })
})

it('finds words in keys, contents and tags, the best match first', async () => {
  const { agent, memory_id } = await agentWith()
  const store = (k: string, content: unknown, tags: string[] = []): unknown => ({
    key: { k },
    content,
    tags,
    tier: 'semantic',
  })
  await agent.ask('memory/store/req', {
    memory_id,
    entries: [
      store('1', { text: 'line\nThe river Rhine flows to the sea', list: [1, 'delta'] }),
      store('2', 'a river is a river: river'),
      store('3', 'Straße in Köln', ['stadt']),
      store('rhine', 'nothing else'),
    ] as Record<string, unknown>[],
  })
  expect(await keysOf(agent, { memory_id, query: 'river' })).toEqual({
    total: 2,
    keys: [{ k: '2' }, { k: '1' }],
  })
  expect(await keysOf(agent, { memory_id, query: 'river', limit: 1 })).toEqual({
    total: 2,
    keys: [{ k: '2' }],
  })
  expect(await keysOf(agent, { memory_id, query: 'the delta' })).toEqual({ total: 1, keys: [{ k: '1' }] })
  expect(await keysOf(agent, { memory_id, query: 'köln' })).toEqual({ total: 1, keys: [{ k: '3' }] })
  expect(await keysOf(agent, { memory_id, query: 'stadt' })).toEqual({ total: 1, keys: [{ k: '3' }] })
  expect(await keysOf(agent, { memory_id, query: 'RHINE', tags: ['none'] })).toEqual({ total: 0, keys: [] })
  expect(await keysOf(agent, { memory_id, query: 'line OR "sea" NEAR(* -' })).toMatchObject({ total: 1 })
  expect(await keysOf(agent, { memory_id, query: '"*' })).toEqual({ total: 0, keys: [] })
})

it('filters by tags, tier and score, the highest score first', async () => {
  const { agent, memory_id } = await agentWith()
  const entry = (k: string, more: object): Record<string, unknown> => ({ key: { k }, content: k, ...more })
  await agent.ask('memory/store/req', {
    memory_id,
    entries: [
      entry('a', { tier: 'working', tags: ['x', 'y'], score: 0.5 }),
      entry('b', { tier: 'episodic', tags: ['x'], score: 0.9 }),
      entry('c', { tier: 'semantic', score: 0.1 }),
    ],
  })
  expect(await keysOf(agent, { memory_id })).toEqual({ total: 3, keys: [{ k: 'b' }, { k: 'a' }, { k: 'c' }] })
  expect(await keysOf(agent, { memory_id, tags: ['x'] })).toEqual({
    total: 2,
    keys: [{ k: 'b' }, { k: 'a' }],
  })
  expect(await keysOf(agent, { memory_id, tags: ['x', 'y'] })).toEqual({ total: 1, keys: [{ k: 'a' }] })
  expect(await keysOf(agent, { memory_id, tier: 'semantic' })).toEqual({ total: 1, keys: [{ k: 'c' }] })
  expect(await keysOf(agent, { memory_id, min_score: 0.5 })).toMatchObject({ total: 2 })
  expect(await agent.refusal('memory/retrieve/req', { memory_id, tier: 'long' })).toEqual({
    code: 'schema_violation',
    message: 'There is no tier long',
    detail: { tiers: ['working', 'episodic', 'semantic'] },
  })
})

it('deletes an entry when it expires or on request', async () => {
  const clock = new ManualClock(0)
  const { agent, memory_id } = await agentWith({}, clock)
  const entry = (k: string, more: object = {}): Record<string, unknown> => ({
    key: { k },
    content: k,
    tier: 'episodic',
    ...more,
  })
  await agent.ask('memory/store/req', {
    memory_id,
    entries: [entry('short', { ttl: 10 }), entry('long'), entry('tagged', { tags: ['t'] })],
  })
  await clock.advance(9_999)
  expect(await keysOf(agent, { memory_id })).toMatchObject({ total: 3 })
  await clock.advance(1)
  expect(await keysOf(agent, { memory_id })).toMatchObject({ total: 2 })
  expect(await agent.ask('memory/forget/req', { memory_id, tags: ['t'] })).toEqual({ deleted: 1 })
  expect(await agent.ask('memory/forget/req', { memory_id, keys: [{ k: 'long' }], tier: 'working' })).toEqual(
    {
      deleted: 0,
    },
  )
  expect(await agent.ask('memory/forget/req', { memory_id, keys: [{ k: 'long' }] })).toEqual({ deleted: 1 })
  expect(await agent.refusal('memory/forget/req', { memory_id })).toMatchObject({
    code: 'invalid_message',
    message: 'memory/forget/req needs keys or tags',
  })
})

it('limits tiers to a session, an agent or all agents', async () => {
  const host = await testHost({ plugins: [memoryPlugin()] })
  const one = await testAgent(host, ['memory'], 'one')
  const again = await testAgent(host, ['memory'], 'one')
  const other = await testAgent(host, ['memory'], 'other')
  const memory_id = await open(one)
  const entries = ['working', 'episodic', 'semantic'].map((tier) => ({ key: { tier }, content: 1, tier }))
  await one.ask('memory/store/req', { memory_id, entries })
  expect(await keysOf(one, { memory_id })).toMatchObject({ total: 3 })
  expect(await keysOf(again, { memory_id })).toEqual({
    total: 2,
    keys: [{ tier: 'episodic' }, { tier: 'semantic' }],
  })
  expect(await keysOf(other, { memory_id: await open(other) })).toEqual({
    total: 1,
    keys: [{ tier: 'semantic' }],
  })
  expect(await keysOf(one, { memory_id: await open(one, { namespace: 'else' }) })).toEqual({
    total: 0,
    keys: [],
  })
  expect(await keysOf(one, { memory_id: await open(one, { scope: { user: 'x' } }) })).toMatchObject({
    total: 0,
  })
  expect(await other.refusal('memory/retrieve/req', { memory_id })).toEqual({
    code: 'memory_not_found',
    message: `There is no memory ${memory_id}`,
    detail: { memory_id },
  })
})

it('keeps entries across restarts, except working ones, in a file only its owner can read', async () => {
  const root = testFolder()
  const entries = ['working', 'episodic', 'semantic'].map((tier) => ({
    key: { tier },
    content: 'kept',
    tier,
  }))
  const plugins = [memoryPlugin({ file: 'state/memory.sqlite' })]
  const first = await testHost({ root, plugins })
  const before = await testAgent(first, ['memory'])
  const memory_id = await open(before)
  await before.ask('memory/store/req', { memory_id, entries })
  await first.close()
  const after = await testAgent(await testHost({ root, plugins }), ['memory'])
  expect(await keysOf(after, { memory_id, query: 'kept' })).toEqual({
    total: 2,
    keys: [{ tier: 'episodic' }, { tier: 'semantic' }],
  })
  expect(statSync(join(root, 'state/memory.sqlite')).mode & 0o777).toBe(0o600)
})

it('reports entries that cannot be stored, and stores the others', async () => {
  const { agent, memory_id } = await agentWith({ maxContent: 10 })
  expect(
    await agent.ask('memory/store/req', {
      memory_id,
      entries: [
        { key: 'text', content: 1, tier: 'working' },
        { key: {}, content: 1, tier: 'long' },
        { key: {}, content: 'more than ten', tier: 'working' },
        { key: { k: 1 }, content: null, tier: 'working' },
      ],
    }),
  ).toMatchObject({
    stored: [{ key: { k: 1 }, content: null }],
    errors: [
      'entries.0: key must be of type object, and is string',
      expect.stringContaining('entries.1: tier '),
      'entries.2: content has more than 10 characters of JSON',
    ],
  })
})

it('stores no entry of a request that exceeds the limit', async () => {
  const { agent, memory_id } = await agentWith({ maxEntries: 2 })
  const entries = [1, 2, 3].map((k) => ({ key: { k }, content: k, tier: 'episodic' }))
  expect(await agent.refusal('memory/store/req', { memory_id, entries })).toEqual({
    code: 'memory_full',
    message: 'The namespace is limited to 2 entries; none of these was stored',
    detail: { limit: 2 },
  })
  expect(await keysOf(agent, { memory_id })).toMatchObject({ total: 0 })
  await agent.ask('memory/store/req', { memory_id, entries: entries.slice(0, 2) })
  await agent.ask('memory/store/req', { memory_id, entries: entries.slice(0, 2) })
  expect(await keysOf(agent, { memory_id })).toMatchObject({ total: 2 })
})
