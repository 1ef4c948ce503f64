import { describe, expect, it } from 'vitest'
import type { AgentSessionEvent } from '../capabilities/ecosystems/relay/events.ts'
import { ManualClock } from '../core/manual-clock.ts'
import type { ActionDefinition } from './action.ts'
import { createActions } from './actions.ts'
import type { AgentIdentity } from './identity.ts'
import { createMemoryStore } from './store/memory.ts'

const ada: AgentIdentity = { id: 'ses_ada', name: 'Ada', handle: 'ada' }
/** Somebody who calls herself what Ada is called. */
const eve: AgentIdentity = { id: 'ses_eve', name: 'ada', handle: 'eve', displayName: '@ada' }

const numbers = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
  additionalProperties: false,
}
const add: ActionDefinition<{ a: number; b: number }, number> = {
  name: 'add',
  description: 'Adds two numbers',
  inputSchema: numbers,
  outputSchema: { type: 'number' },
  handler: ({ a, b }) => a + b,
}

function setUp(actions: readonly ActionDefinition[] = [add]) {
  const clock = new ManualClock(1000)
  const store = createMemoryStore()
  const events: { participant: string; event: AgentSessionEvent }[] = []
  const warnings: [message: string, cause: unknown][] = []
  const host = createActions({
    store,
    clock,
    warn: (message, cause) => void warnings.push([message, cause]),
    emit: (participant, event) => void events.push({ participant, event }),
  })
  for (const action of actions) host.register(action)
  return {
    clock,
    store,
    host,
    events,
    warnings,
    told: () => events.map(({ participant, event }) => `${participant} ${event.type}`),
    invoke: (input: unknown, { caller = ada, action = 'add', ...options } = {}) =>
      host.invoke({ caller, action, input, options }),
  }
}

describe('an action', () => {
  it('gives its result, keeps it and tells it', async () => {
    const { invoke, events, store } = setUp()
    const result = await invoke({ a: 1, b: 2 })
    const { invocationId } = result
    expect(result).toEqual({ action: 'add', invocationId, ok: true, output: 3, durationMs: 0 })
    expect(events).toEqual([
      { participant: 'ses_ada', event: { type: 'action.invoked', action: 'add', invocationId } },
      {
        participant: 'ses_ada',
        event: { type: 'action.completed', action: 'add', invocationId, durationMs: 0 },
      },
    ])
    expect(store.invocations()).toEqual([
      {
        id: invocationId,
        action: 'add',
        caller: 'ses_ada',
        status: 'completed',
        input: { a: 1, b: 2 },
        output: 3,
        startedAt: 1000,
        endedAt: 1000,
      },
    ])
  })

  it('is refused input that does not fit, and its output is checked too', async () => {
    const { invoke, host, told, events } = setUp()
    expect(await invoke({ a: 'x', c: 1 })).toEqual({
      action: 'add',
      invocationId: expect.stringMatching(/^inv_/) as string,
      ok: false,
      error: {
        code: 'invalid_input',
        message:
          'The input of add does not match its schema: a must be of type number, and is string, and 2 more',
        issues: [
          { path: 'a', message: 'must be of type number, and is string' },
          { path: 'b', message: 'is missing' },
          { path: 'c', message: 'must not be there' },
        ],
      },
    })
    expect(told()).toEqual(['ses_ada action.invoked', 'ses_ada action.failed'])
    expect(events[1]?.event).toMatchObject({
      error:
        'invalid_input: The input of add does not match its schema: a must be of type number, and is string, and 2 more',
      retryable: false,
    })
    host.register({ name: 'odd', description: 'x', outputSchema: { type: 'number' }, handler: () => 'one' })
    expect(await invoke(null, { action: 'odd' })).toMatchObject({
      error: {
        code: 'invalid_output',
        issues: [{ path: '', message: 'must be of type number, and is string' }],
      },
    })
    host.register({ name: 'huge', description: 'x', handler: () => 1n })
    expect(await invoke(null, { action: 'huge' })).toMatchObject({
      error: { code: 'invalid_output', message: 'The output of huge is not JSON' },
    })
  })

  it('that is not there, or fails, is told as well', async () => {
    const { invoke, host, told } = setUp()
    expect(await invoke({}, { action: 'ad' })).toMatchObject({
      error: { code: 'action_not_found', message: 'There is no action called ad' },
    })
    host.register({ name: 'fail', description: 'x', handler: () => Promise.reject(new Error('no disk')) })
    expect(await invoke({}, { action: 'fail' })).toMatchObject({
      error: { code: 'action_failed', message: 'no disk' },
    })
    const both = ['ses_ada action.invoked', 'ses_ada action.failed']
    expect(told()).toEqual([...both, ...both])
  })

  it('ends with its time, and is told so by its signal', async () => {
    let isStopped = false
    const { invoke, clock } = setUp([
      {
        name: 'slow',
        description: 'x',
        timeoutMs: 500,
        handler: (_, { signal }) =>
          new Promise(() => signal.addEventListener('abort', () => (isStopped = true))),
      },
    ])
    const result = invoke({}, { action: 'slow' })
    await clock.advance(499)
    expect(isStopped).toBe(false)
    await clock.advance(1)
    expect(await result).toMatchObject({
      error: { code: 'action_timeout', message: 'slow took longer than 500 ms' },
    })
    expect(isStopped).toBe(true)
    expect(clock.sleeping).toBe(0)
  })

  it('is given up with the caller, and with the host', async () => {
    const { invoke, host, clock } = setUp([
      { name: 'slow', description: 'x', handler: () => new Promise(() => undefined) },
    ])
    const caller = new AbortController()
    const first = invoke({}, { action: 'slow', signal: caller.signal } as object)
    caller.abort()
    expect(await first).toMatchObject({ error: { code: 'action_failed', message: 'slow was canceled' } })
    const second = invoke({}, { action: 'slow' })
    await host.close()
    expect(await second).toMatchObject({ error: { code: 'action_failed', message: 'slow was canceled' } })
    expect(clock.sleeping).toBe(0)
  })
})

describe('who may invoke', () => {
  const only = (availableTo: ActionDefinition['availableTo']): ActionDefinition => ({
    ...add,
    ...(availableTo === undefined ? {} : { availableTo }),
  })

  it.each<[string, ActionDefinition['availableTo'], boolean, boolean]>([
    ['everybody', undefined, true, true],
    ['nobody', [], false, false],
    ['an id', ['ses_ada'], true, false],
    ['a handle', ['@ada'], true, false],
    ['a name is no right', ['ada', 'Ada'], false, false],
    ['a function', [({ id }) => id === 'ses_eve'], false, true],
    [
      'one that throws, and the next',
      [
        () => {
          throw new Error('no')
        },
        '@eve',
      ],
      false,
      true,
    ],
  ])('%s', async (_, availableTo, forAda, forEve) => {
    const { invoke, host } = setUp([only(availableTo)])
    expect((await invoke({ a: 1, b: 2 })).ok).toBe(forAda)
    expect((await invoke({ a: 1, b: 2 }, { caller: eve })).ok).toBe(forEve)
    expect([host.list(ada).length, host.list(eve).length]).toEqual([Number(forAda), Number(forEve)])
  })

  it('who may not sees nothing of the schema, and leaves nothing', async () => {
    const { invoke, told, store } = setUp([only(['@ada'])])
    expect(await invoke({ a: 'wrong' }, { caller: eve })).toEqual({
      action: 'add',
      invocationId: expect.any(String) as string,
      ok: false,
      error: { code: 'action_denied', message: '@eve may not invoke add' },
    })
    expect(told()).toEqual(['ses_eve action.invoked', 'ses_eve action.denied'])
    expect(store.invocations()[0]).toMatchObject({ status: 'denied', input: null })
  })

  it.each<[string, ActionDefinition['policy'], string]>([
    ['says no', () => ({ allowed: false, reason: 'not on Fridays' }), 'not on Fridays'],
    ['says no later', async () => ({ allowed: false }), 'The policy of add denies the call'],
    ['fails', () => Promise.reject(new Error('secret')), 'The policy of add failed'],
    ['says nothing clear', () => ({ allowed: 'yes' }) as never, 'The policy of add denies the call'],
  ])('a policy that %s', async (_, policy, reason) => {
    const { invoke, events } = setUp([{ ...only(undefined), ...(policy === undefined ? {} : { policy }) }])
    expect(await invoke({ a: 'wrong' })).toMatchObject({ error: { code: 'action_denied', message: reason } })
    expect(events[1]?.event).toMatchObject({ type: 'action.denied', reason })
  })

  it('a policy that fails tells whoever runs the sessions why, and not the caller', async () => {
    const error = new Error('the secret database is away')
    const policy = (): never => {
      throw error
    }
    const { invoke, events, warnings } = setUp([{ ...only(undefined), policy }])
    const result = await invoke({ a: 1, b: 2 })
    expect(warnings).toEqual([['The policy of the action add threw: the secret database is away', error]])
    expect(JSON.stringify([result, events])).not.toContain('secret')
  })
})

describe('the same key', () => {
  const counting = () => {
    let count = 0
    const gate = Promise.withResolvers<void>()
    const action: ActionDefinition = {
      name: 'count',
      description: 'x',
      handler: async () => {
        count += 1
        await gate.promise
        return count
      },
    }
    return { action, gate, times: () => count }
  }

  it('runs once, also at the same time, and gives the result again', async () => {
    const { action, gate, times } = counting()
    const { invoke, told, host, store, clock } = setUp([action])
    const call = (caller = ada, input: unknown = {}) =>
      host.invoke({ caller, action: 'count', input, options: { idempotencyKey: 'k' } })
    const both = [call(), call()]
    gate.resolve()
    const [first, second] = await Promise.all(both)
    expect(second).toEqual(first)
    expect(await call()).toEqual(first)
    expect(times()).toBe(1)
    expect(told()).toEqual(['ses_ada action.invoked', 'ses_ada action.completed'])
    // Another caller's key is another key, and another input is a mistake.
    expect(await call(eve)).toMatchObject({ ok: true, output: 2 })
    expect(await call(ada, { other: 1 })).toMatchObject({
      error: { code: 'invalid_input', message: 'The idempotency key was already used for another request' },
    })
    // Also after the host came up again.
    const later = createActions({ store, clock, emit: () => undefined, warn: () => undefined })
    later.register(action)
    expect(
      await later.invoke({ caller: ada, action: 'count', input: {}, options: { idempotencyKey: 'k' } }),
    ).toEqual(first)
    expect(await invoke({}, { action: 'count' })).toMatchObject({ output: 3 })
  })

  it('of an invocation that a crash cut off runs nothing twice', async () => {
    const { action, times } = counting()
    const { host, store } = setUp([action])
    store.putInvocation({
      id: 'inv_1',
      action: 'count',
      caller: 'ses_ada',
      status: 'invoked',
      input: {},
      idempotencyKey: 'k',
      startedAt: 1,
    })
    expect(
      await host.invoke({ caller: ada, action: 'count', input: {}, options: { idempotencyKey: 'k' } }),
    ).toEqual({
      action: 'count',
      invocationId: 'inv_1',
      ok: false,
      error: { code: 'action_failed', message: 'The outcome of the earlier invocation is unknown' },
    })
    expect(times()).toBe(0)
  })

  it('of an invocation that never ran is free', async () => {
    const { host } = setUp()
    const call = (input: unknown) =>
      host.invoke({ caller: ada, action: 'add', input, options: { idempotencyKey: 'k' } })
    expect(await call({})).toMatchObject({ error: { code: 'invalid_input' } })
    expect(await call({ a: 1, b: 1 })).toMatchObject({ ok: true, output: 2 })
  })
})

describe('the registry', () => {
  it('lists what is there, takes it away, and tells of both', () => {
    const { host } = setUp([])
    let changes = 0
    const end = host.onChange(() => (changes += 1))
    const take = host.register(add, 'ses_eve')
    expect(host.list(ada)).toEqual([
      {
        name: 'add',
        description: 'Adds two numbers',
        inputSchema: numbers,
        outputSchema: { type: 'number' },
        exposedBy: 'ses_eve',
      },
    ])
    expect(() => host.register(add)).toThrow('An action called add already exists')
    take()
    take()
    expect([host.list(ada), changes]).toEqual([[], 2])
    end()
    host.register(add)
    expect(changes).toBe(2)
  })

  it('refuses what could not be invoked, with all that is wrong', () => {
    const { host } = setUp([])
    expect(() =>
      host.register({ name: 'Not ok', description: ' ', availableTo: [1] } as unknown as ActionDefinition),
    ).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        issues: [
          {
            path: ['name'],
            message: 'must be 1 to 64 lowercase letters, digits, dots, underscores and hyphens',
          },
          { path: ['description'], message: 'must be non-empty text' },
          { path: ['handler'], message: 'must be a function' },
          { path: ['availableTo'], message: 'must be a list of ids, @handles and functions' },
        ],
      }) as Error,
    )
  })

  it('checks keywords beyond the common ones', async () => {
    const { host } = setUp([])
    host.register({ name: 'mail', description: 'x', inputSchema: { format: 'email' }, handler: () => 1 })
    expect(await host.invoke({ caller: ada, action: 'mail', input: 'x' })).toMatchObject({
      error: { code: 'invalid_input' },
    })
    expect(await host.invoke({ caller: ada, action: 'mail', input: 'x@y.example' })).toMatchObject({
      output: 1,
    })
  })

  it('says once what it cannot check', async () => {
    const { host, events } = setUp([])
    const inputSchema = { $ref: 'https://example.com/mail' }
    host.register({ name: 'mail', description: 'x', inputSchema, handler: () => 1 })
    const call = () => host.invoke({ caller: ada, action: 'mail', input: 'x' })
    await call()
    await call()
    expect(events.filter(({ event }) => event.type === 'log')).toEqual([
      {
        participant: 'ses_ada',
        event: {
          type: 'log',
          level: 'warn',
          message: 'The schemas of the action mail use unchecked keywords: $ref https://example.com/mail',
        },
      },
    ])
  })
})
