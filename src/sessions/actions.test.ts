import { describe, expect, it } from 'vitest'
import type { AgentSessionEvent } from '../capabilities/ecosystems/relay/events.ts'
import { ManualClock } from '../core/manual-clock.ts'
import type { ActionDefinition } from './action.ts'
import { createActions } from './actions.ts'
import type { AgentIdentity } from './identity.ts'
import { createMemoryStore } from './store/memory.ts'

const ada: AgentIdentity = { id: 'ses_ada', name: 'Ada', handle: 'ada' }
/** Another session with Ada's name. */
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
  const registry = createActions({
    store,
    clock,
    warn: (message, cause) => void warnings.push([message, cause]),
    emit: (participant, event) => void events.push({ participant, event }),
  })
  for (const action of actions) registry.register(action)
  return {
    clock,
    store,
    registry,
    events,
    warnings,
    emitted: () => events.map(({ participant, event }) => `${participant} ${event.type}`),
    invoke: (input: unknown, { caller = ada, action = 'add', ...options } = {}) =>
      registry.invoke({ caller, action, input, options }),
  }
}

describe('an action', () => {
  it('returns its result, stores it and emits its events', async () => {
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

  it('validates its input and its output', async () => {
    const { invoke, registry, emitted, events } = setUp()
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
          { path: 'c', message: 'is not allowed' },
        ],
      },
    })
    expect(emitted()).toEqual(['ses_ada action.invoked', 'ses_ada action.failed'])
    expect(events[1]?.event).toMatchObject({
      error:
        'invalid_input: The input of add does not match its schema: a must be of type number, and is string, and 2 more',
      retryable: false,
    })
    registry.register({
      name: 'odd',
      description: 'x',
      outputSchema: { type: 'number' },
      handler: () => 'one',
    })
    expect(await invoke(null, { action: 'odd' })).toMatchObject({
      error: {
        code: 'invalid_output',
        issues: [{ path: '', message: 'must be of type number, and is string' }],
      },
    })
    registry.register({ name: 'huge', description: 'x', handler: () => 1n })
    expect(await invoke(null, { action: 'huge' })).toMatchObject({
      error: { code: 'invalid_output', message: 'The output of huge is not JSON' },
    })
  })

  it('emits events when it is unknown or fails', async () => {
    const { invoke, registry, emitted } = setUp()
    expect(await invoke({}, { action: 'ad' })).toMatchObject({
      error: { code: 'action_not_found', message: 'Unknown action ad' },
    })
    registry.register({ name: 'fail', description: 'x', handler: () => Promise.reject(new Error('no disk')) })
    expect(await invoke({}, { action: 'fail' })).toMatchObject({
      error: { code: 'action_failed', message: 'no disk' },
    })
    const both = ['ses_ada action.invoked', 'ses_ada action.failed']
    expect(emitted()).toEqual([...both, ...both])
  })

  it('aborts its signal on timeout', async () => {
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

  it('is canceled with the caller, and when the registry closes', async () => {
    const { invoke, registry, clock } = setUp([
      { name: 'slow', description: 'x', handler: () => new Promise(() => undefined) },
    ])
    const caller = new AbortController()
    const first = invoke({}, { action: 'slow', signal: caller.signal } as object)
    caller.abort()
    expect(await first).toMatchObject({ error: { code: 'action_failed', message: 'slow was canceled' } })
    const second = invoke({}, { action: 'slow' })
    await registry.close()
    expect(await second).toMatchObject({ error: { code: 'action_failed', message: 'slow was canceled' } })
    expect(clock.sleeping).toBe(0)
  })
})

describe('access to actions', () => {
  const only = (availableTo: ActionDefinition['availableTo']): ActionDefinition => ({
    ...add,
    ...(availableTo === undefined ? {} : { availableTo }),
  })

  it.each<[string, ActionDefinition['availableTo'], boolean, boolean]>([
    ['allows everyone by default', undefined, true, true],
    ['denies everyone for an empty list', [], false, false],
    ['matches an id', ['ses_ada'], true, false],
    ['matches a handle', ['@ada'], true, false],
    ['ignores names', ['ada', 'Ada'], false, false],
    ['asks a function', [({ id }) => id === 'ses_eve'], false, true],
    [
      'continues after a selector that throws',
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
    const { invoke, registry } = setUp([only(availableTo)])
    expect((await invoke({ a: 1, b: 2 })).ok).toBe(forAda)
    expect((await invoke({ a: 1, b: 2 }, { caller: eve })).ok).toBe(forEve)
    expect([registry.list(ada).length, registry.list(eve).length]).toEqual([Number(forAda), Number(forEve)])
  })

  it('hides the schema from a denied caller and stores no input', async () => {
    const { invoke, emitted, store } = setUp([only(['@ada'])])
    expect(await invoke({ a: 'wrong' }, { caller: eve })).toEqual({
      action: 'add',
      invocationId: expect.any(String) as string,
      ok: false,
      error: { code: 'action_denied', message: '@eve may not invoke add' },
    })
    expect(emitted()).toEqual(['ses_eve action.invoked', 'ses_eve action.denied'])
    expect(store.invocations()[0]).toMatchObject({ status: 'denied', input: null })
  })

  it.each<[string, ActionDefinition['policy'], string]>([
    ['denies', () => ({ allowed: false, reason: 'not on Fridays' }), 'not on Fridays'],
    ['denies asynchronously', async () => ({ allowed: false }), 'The policy of add denies the call'],
    ['fails', () => Promise.reject(new Error('secret')), 'The policy of add failed'],
    ['returns anything but true', () => ({ allowed: 'yes' }) as never, 'The policy of add denies the call'],
  ])('a policy that %s', async (_, policy, reason) => {
    const { invoke, events } = setUp([{ ...only(undefined), ...(policy === undefined ? {} : { policy }) }])
    expect(await invoke({ a: 'wrong' })).toMatchObject({ error: { code: 'action_denied', message: reason } })
    expect(events[1]?.event).toMatchObject({ type: 'action.denied', reason })
  })

  it('reports the error of a policy as a warning, not to the caller', async () => {
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

describe('an idempotency key', () => {
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

  it('runs the action once, also for concurrent calls, and repeats its result', async () => {
    const { action, gate, times } = counting()
    const { invoke, emitted, registry, store, clock } = setUp([action])
    const call = (caller = ada, input: unknown = {}) =>
      registry.invoke({ caller, action: 'count', input, options: { idempotencyKey: 'k' } })
    const both = [call(), call()]
    gate.resolve()
    const [first, second] = await Promise.all(both)
    expect(second).toEqual(first)
    expect(await call()).toEqual(first)
    expect(times()).toBe(1)
    expect(emitted()).toEqual(['ses_ada action.invoked', 'ses_ada action.completed'])
    // The key of another caller is independent; another input conflicts.
    expect(await call(eve)).toMatchObject({ ok: true, output: 2 })
    expect(await call(ada, { other: 1 })).toMatchObject({
      error: { code: 'invalid_input', message: 'The idempotency key was already used for another request' },
    })
    // Also after a restart.
    const later = createActions({ store, clock, emit: () => undefined, warn: () => undefined })
    later.register(action)
    expect(
      await later.invoke({ caller: ada, action: 'count', input: {}, options: { idempotencyKey: 'k' } }),
    ).toEqual(first)
    expect(await invoke({}, { action: 'count' })).toMatchObject({ output: 3 })
  })

  it('does not run an action again after a crash', async () => {
    const { action, times } = counting()
    const { registry, store } = setUp([action])
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
      await registry.invoke({ caller: ada, action: 'count', input: {}, options: { idempotencyKey: 'k' } }),
    ).toEqual({
      action: 'count',
      invocationId: 'inv_1',
      ok: false,
      error: { code: 'action_failed', message: 'The outcome of the earlier invocation is unknown' },
    })
    expect(times()).toBe(0)
  })

  it('can be reused if the invocation never ran', async () => {
    const { registry } = setUp()
    const call = (input: unknown) =>
      registry.invoke({ caller: ada, action: 'add', input, options: { idempotencyKey: 'k' } })
    expect(await call({})).toMatchObject({ error: { code: 'invalid_input' } })
    expect(await call({ a: 1, b: 1 })).toMatchObject({ ok: true, output: 2 })
  })
})

describe('the action registry', () => {
  it('lists and removes actions, and reports both changes', () => {
    const { registry } = setUp([])
    let changes = 0
    const end = registry.onChange(() => (changes += 1))
    const remove = registry.register(add, 'ses_eve')
    expect(registry.list(ada)).toEqual([
      {
        name: 'add',
        description: 'Adds two numbers',
        inputSchema: numbers,
        outputSchema: { type: 'number' },
        exposedBy: 'ses_eve',
      },
    ])
    expect(() => registry.register(add)).toThrow('An action called add already exists')
    remove()
    remove()
    expect([registry.list(ada), changes]).toEqual([[], 2])
    end()
    registry.register(add)
    expect(changes).toBe(2)
  })

  it('rejects an invalid action with all issues', () => {
    const { registry } = setUp([])
    expect(() =>
      registry.register({
        name: 'Not ok',
        description: ' ',
        availableTo: [1],
      } as unknown as ActionDefinition),
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
    const { registry } = setUp([])
    registry.register({ name: 'mail', description: 'x', inputSchema: { format: 'email' }, handler: () => 1 })
    expect(await registry.invoke({ caller: ada, action: 'mail', input: 'x' })).toMatchObject({
      error: { code: 'invalid_input' },
    })
    expect(await registry.invoke({ caller: ada, action: 'mail', input: 'x@y.example' })).toMatchObject({
      output: 1,
    })
  })

  it('reports unchecked keywords once', async () => {
    const { registry, events } = setUp([])
    const inputSchema = { $ref: 'https://example.com/mail' }
    registry.register({ name: 'mail', description: 'x', inputSchema, handler: () => 1 })
    const call = () => registry.invoke({ caller: ada, action: 'mail', input: 'x' })
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
