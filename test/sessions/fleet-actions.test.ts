import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { FleetLab } from '../support/sessions/fleet-lab.ts'

let lab: FleetLab
beforeAll(() => {
  lab = new FleetLab()
})
afterEach(() => lab.closeNodes())
afterAll(() => lab[Symbol.asyncDispose]())

const add = {
  name: 'add',
  description: 'Adds two numbers',
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  } as const,
  handler: (input: unknown) => {
    const { a, b } = input as { a: number; b: number }
    return { sum: a + b }
  },
}

it('lists and runs an action of another node, with its errors', async () => {
  const [one, two] = [await lab.node(), await lab.node()]
  const callers: string[] = []
  one.sessions.actions.register(add)
  one.sessions.actions.register({
    name: 'who',
    description: 'Says who calls',
    handler: (_, { caller }) => void callers.push(caller.handle),
  })
  one.sessions.actions.register({
    name: 'fail',
    description: 'Fails',
    handler: () => {
      throw new Error('no luck')
    },
  })
  const hidden = { ...add, name: 'hidden', availableTo: ['@nobody'] }
  one.sessions.actions.register(hidden)
  const { client } = two
  const names = async (): Promise<string[]> => (await client.request('actions', {})).map(({ name }) => name)
  await expect.poll(names).toEqual(['add', 'who', 'fail'])
  expect(await client.request('invoke', { action: 'add', input: { a: 1, b: 2 } })).toMatchObject({
    ok: true,
    output: { sum: 3 },
  })
  await client.request('invoke', { action: 'who' })
  expect(callers).toEqual(['user'])
  const failures = await Promise.all(
    [
      { action: 'add', input: { a: 1 } },
      { action: 'fail' },
      { action: 'hidden', input: { a: 1, b: 2 } },
      { action: 'missing' },
    ].map(async (call) => {
      const result = await client.request('invoke', call)
      return result.ok ? 'ok' : result.error.code
    }),
  )
  expect(failures).toEqual(['invalid_input', 'action_failed', 'action_denied', 'action_not_found'])
  expect((await one.client.request('invoke', { action: 'add', input: { a: 2, b: 2 } })).ok).toBe(true)
})

it('reports changes of the actions of another node, and prefers its own', async () => {
  const [one, two] = [await lab.node(), await lab.node()]
  const remove = one.sessions.actions.register(add)
  const watching = new AbortController()
  let changes = 0
  const watch = (async () => {
    for await (const _ of two.client.stream('actions.watch', {}, watching.signal)) changes++
  })()
  const end = two.sessions.actions.register({ ...add, handler: () => 'own' })
  expect(await two.client.request('invoke', { action: 'add', input: { a: 1, b: 1 } })).toMatchObject({
    output: 'own',
  })
  expect((await two.client.request('actions', {})).map(({ name }) => name)).toEqual(['add'])
  end()
  const before = changes
  remove()
  await expect.poll(() => changes).toBeGreaterThan(before)
  await expect.poll(() => two.client.request('actions', {})).toEqual([])
  watching.abort()
  await watch
})

it('reports the loss of a node that runs an action, and never runs the action twice', async () => {
  const [one, two] = [await lab.node({ leaseMs: 1500 }), await lab.node({ leaseMs: 1500 })]
  let runs = 0
  const hang = Promise.withResolvers<string>()
  const slow = {
    name: 'slow',
    description: 'Takes long',
    handler: () => {
      runs++
      return hang.promise
    },
  }
  one.sessions.actions.register(slow)
  await expect.poll(() => two.client.request('actions', {})).toHaveLength(1)
  const call = { action: 'slow', input: {}, idempotencyKey: 'once' }
  const lost = two.client.request('invoke', call).catch((error: unknown) => error)
  await expect.poll(() => runs).toBe(1)
  one.database.isReachable = false
  expect(await lost).toMatchObject({
    code: 'NODE_SILENT',
    message: expect.stringContaining(
      'was lost while it ran slow; whether the action ran is unknown',
    ) as string,
  })
  two.sessions.actions.register(slow)
  const repeated = await two.client.request('invoke', call)
  expect(repeated).toMatchObject({
    ok: false,
    error: { message: 'The outcome of the earlier invocation is unknown' },
  })
  one.database.isReachable = true
  hang.resolve('late')
  await expect.poll(() => one.store.lease.isJoined).toBe(true)
  await one.store.refresh()
  expect(runs).toBe(1)
})
