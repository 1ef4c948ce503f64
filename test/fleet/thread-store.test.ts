import { afterEach, expect, it } from 'vitest'
import {
  openSharedThreadStore,
  type SharedThreadStore,
} from '../../src/gateway/threads/shared/open-shared-threads.lazy.ts'
import type { ThreadRecord } from '../../src/gateway/threads/thread-store.ts'
import { connectPostgres } from '../../src/sessions/store/postgres/pg-database.lazy.ts'

const address = process.env['CAPSTAN_TEST_POSTGRES'] ?? ''
const opened: SharedThreadStore[] = []
let schemas = 0
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})

async function open(schema: string, index: number): Promise<SharedThreadStore> {
  const store = await openSharedThreadStore({ address, schema, onWarning: () => undefined })
  opened.push(store)
  await store.shared.join(`http://gateway-${index}`, `token-${index}`)
  return store
}

async function openTwo(): Promise<{ schema: string; a: SharedThreadStore; b: SharedThreadStore }> {
  const schema = `threads_${schemas++}`
  return { schema, a: await open(schema, 0), b: await open(schema, 1) }
}

const recordOf = (id: string, given: Partial<ThreadRecord> = {}): ThreadRecord => ({
  id,
  agent: 'sim',
  title: id,
  createdAt: 1,
  updatedAt: 1,
  isArchived: false,
  settings: {},
  state: {},
  ...given,
})
const message = (id: string, content: string) => ({ id, role: 'user' as const, content })

async function write(store: SharedThreadStore, record: ThreadRecord, texts: string[] = []): Promise<void> {
  expect(await store.shared.enter(record.id, { isOwner: true })).toBe(undefined)
  store.put(record)
  store.saveMessages(record.id, {
    put: texts.map((text, position) => ({ position, message: message(`m${position}`, text) })),
    removed: [],
  })
  await store.shared.stored(record.id)
}

/** Ends the lease of a gateway as if it had been silent. */
async function endLease(schema: string, url: string): Promise<void> {
  const database = await connectPostgres(address, () => undefined)
  await database.query(`UPDATE ${schema}.nodes SET alive_until = clock_timestamp() WHERE name = $1`, [url])
  await database.close()
}

it('reads the threads that another gateway wrote, with every character', async () => {
  const { a, b } = await openTwo()
  for (const id of ['plain', 'nul\0in it', '50% off', '\ud800 half']) {
    await write(a, recordOf(id, { title: 'a\0b \ud800' }), ['x\0y', 'z'])
    expect(await b.shared.enter(id, { isOwner: false })).toMatchObject({ url: 'http://gateway-0' })
  }
  await a.close()
  for (const id of ['plain', 'nul\0in it', '50% off', '\ud800 half']) {
    expect(await b.shared.enter(id, { isOwner: false })).toBe(undefined)
    expect(b.get(id)).toEqual(recordOf(id, { title: 'a\0b \ud800' }))
    expect(b.messages(id).map(({ message: { content } }) => content)).toEqual(['x\0y', 'z'])
  }
})

it('lists by last use in pages, and searches titles and messages', async () => {
  const { a, b } = await openTwo()
  for (const [index, id] of ['t1', 't2', 't3', 't4'].entries()) {
    await write(a, recordOf(id, { updatedAt: Math.floor(index / 2), isArchived: id === 't4' }), [
      `100%_${id}`,
    ])
  }
  const ids = async (query: object): Promise<string[]> =>
    (await b.shared.list({ isArchived: false, limit: 10, ...query })).map(({ record }) => record.id)
  expect(await ids({})).toEqual(['t3', 't1', 't2'])
  expect(await ids({ isArchived: true })).toEqual(['t4'])
  expect(await ids({ limit: 2 })).toEqual(['t3', 't1'])
  expect(await ids({ after: { id: 't1', updatedAt: 0 } })).toEqual(['t2'])
  expect(await ids({ search: '100%_T2' })).toEqual(['t2'])
  expect(await ids({ search: '100%_%' })).toEqual([])
  expect(await ids({ agent: 'other' })).toEqual([])
})

it('refuses the writes of a gateway whose lease has ended, and tells it', async () => {
  const { schema, a, b } = await openTwo()
  const lost: string[] = []
  a.shared.onLost((ids) => void lost.push(...ids))
  await write(a, recordOf('t', { title: 'of a' }), ['one'])
  await endLease(schema, 'http://gateway-0')
  await write(b, recordOf('t', { title: 'of b' }), ['one', 'two'])
  a.put(recordOf('t', { title: 'late' }))
  await a.shared.stored('t')
  expect(lost).toEqual(['t'])
  expect(() => a.put(recordOf('t'))).toThrow('Another gateway owns the thread "t"')
  expect(await a.shared.enter('t', { isOwner: true })).toMatchObject({ url: 'http://gateway-1' })
  const [listed] = await b.shared.list({ isArchived: false, limit: 10 })
  expect(listed?.record.title).toBe('of b')
})

it('lets one of two gateways own a new thread', async () => {
  const { a, b } = await openTwo()
  for (let round = 0; round < 20; round++) {
    const owners = await Promise.all(
      [a, b].map((store) => store.shared.enter(`t${round}`, { isOwner: true })),
    )
    expect(owners.filter((owner) => owner === undefined)).toHaveLength(1)
  }
})

it('accepts the tokens of all gateways, also after they stopped', async () => {
  const { schema, a, b } = await openTwo()
  await expect.poll(() => [a.shared.accepts('token-1'), a.shared.accepts('token-2')]).toEqual([true, false])
  await b.close()
  const later = await open(schema, 3)
  expect(['token-0', 'token-1', 'token-3', ''].map((token) => later.shared.accepts(token))).toEqual([
    true,
    true,
    true,
    false,
  ])
})
