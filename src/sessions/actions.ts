import type { AgentSessionEvent } from '../capabilities/ecosystems/relay/events.ts'
import { CapstanError } from '../core/capstan-error.ts'
import type { Clock } from '../core/clock.ts'
import { createIdFactory } from '../core/ids.ts'
import type { ActionDefinition, ActionResult, ActionSummary, InvokeOptions } from './action.ts'
import { isAvailable } from './actions/action-rights.ts'
import { checkAction } from './actions/check-action.ts'
import { type Earlier, earlierInvocation, isSameCall } from './actions/earlier-invocation.ts'
import { Invocation } from './actions/invocation.ts'
import type { AgentIdentity } from './identity.ts'
import type { SessionStore } from './store/session-store.ts'

export interface ActionsOptions {
  store: Pick<SessionStore, 'putInvocation' | 'invocations'>
  clock: Clock
  /** Tells an event of a participant, by id. */
  emit: (participant: string, event: AgentSessionEvent) => void
  /** Is told what went wrong where nobody else may be told. */
  warn: (message: string, cause?: unknown) => void
}

/** One call of an action. */
export interface ActionCall {
  /** Authenticated by whoever calls this. */
  caller: AgentIdentity
  action: string
  input: unknown
  options?: InvokeOptions
}

/** All actions that can be invoked. */
export interface Actions {
  /** `by` is the id of the session that exposes it. Gives a function that takes it away. */
  register(action: ActionDefinition, by?: string): () => void
  /** What somebody may invoke, as far as no policy is asked. */
  list(caller: AgentIdentity): ActionSummary[]
  /** Whatever the action does is a result and has its events. */
  invoke(call: ActionCall): Promise<ActionResult>
  /** Is told when an action comes or goes. Gives a function that ends it. */
  onChange(listener: () => void): () => void
  /** Gives up all that is under way, and waits until each has its result. */
  close(): Promise<void>
}

interface Registered {
  action: ActionDefinition
  by: string | undefined
  /** Keywords of its schemas of which it was said that they are not checked. */
  told: Set<string>
}

/** The registry of actions. Everybody who invokes is authorised first, and checked after. */
export function createActions({ store, clock, emit, warn }: ActionsOptions): Actions {
  const makeId = createIdFactory({ clock })
  const registered = new Map<string, Registered>()
  const listeners = new Set<() => void>()
  const closing = new AbortController()
  /** What is under way; by caller and key where there is one. */
  const underWay = new Map<string, { invocation: Invocation; result: Promise<ActionResult> }>()

  const changed = (): void => {
    for (const listener of listeners) listener()
  }

  /** What was invoked under the same key; `conflict` when it was something else. */
  const earlier = ({ caller, action, input, options }: ActionCall): Earlier | undefined => {
    const key = options?.idempotencyKey
    if (key === undefined) return undefined
    const current = underWay.get(keyOf(caller, key))
    if (current !== undefined)
      return isSameCall(current.invocation, { action, input }) ? { result: current.result } : 'conflict'
    return earlierInvocation(store, { caller, action, input, key })
  }

  const invoke: Actions['invoke'] = async (call) => {
    const { caller, action: name, input, options = {} } = call
    const found = registered.get(name)
    const before = earlier(call)
    // It was allowed then; whoever lost the right meanwhile gets no old results either.
    const mayRepeat = found === undefined || isAvailable(found.action, caller)
    if (before !== undefined && before !== 'conflict' && mayRepeat) return before.result
    const { idempotencyKey, signal } = options
    const invocation = new Invocation({
      id: makeId('inv'),
      name,
      action: found?.action,
      caller,
      input,
      ...(idempotencyKey === undefined || before !== undefined ? {} : { idempotencyKey }),
      isConflict: before === 'conflict',
      signals: signal === undefined ? [closing.signal] : [closing.signal, signal],
      clock,
      store,
      emit: (event) => emit(caller.id, event),
      onUnchecked: (keywords) => tellUnchecked(keywords, { found, caller }),
      onPolicyFailure: (error) => {
        const why = error instanceof Error ? error.message : String(error)
        warn(`The policy of the action ${name} threw: ${why}`, error)
      },
    })
    const result = invocation.run()
    const key =
      invocation.idempotencyKey === undefined ? invocation.id : keyOf(caller, invocation.idempotencyKey)
    underWay.set(key, { invocation, result })
    try {
      return await result
    } finally {
      underWay.delete(key)
    }
  }

  const tellUnchecked = (
    keywords: readonly string[],
    { found, caller }: { found: Registered | undefined; caller: AgentIdentity },
  ): void => {
    const fresh = keywords.filter((keyword) => found?.told.has(keyword) === false)
    if (found === undefined || fresh.length === 0) return
    for (const keyword of fresh) found.told.add(keyword)
    const message = `The schemas of the action ${found.action.name} have what is not checked: ${fresh.join(', ')}`
    emit(found.by ?? caller.id, { type: 'log', level: 'warn', message })
  }

  return {
    register: (action, by) => {
      checkAction(action)
      if (registered.has(action.name)) {
        throw new CapstanError('ACTION_EXISTS', `There is an action called ${action.name} already`, {
          hint: 'Take the other one away first, or give this one another name.',
        })
      }
      const entry = { action: { ...action }, by, told: new Set<string>() }
      registered.set(action.name, entry)
      changed()
      return () => {
        if (registered.get(action.name) !== entry) return
        registered.delete(action.name)
        changed()
      }
    },
    list: (caller) =>
      Array.from(registered.values())
        .filter(({ action }) => isAvailable(action, caller))
        .map(summaryOf),
    invoke,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => {
      closing.abort()
      await Promise.all(Array.from(underWay.values(), ({ result }) => result))
    },
  }
}

function keyOf(caller: AgentIdentity, key: string): string {
  return JSON.stringify([caller.id, key])
}

function summaryOf({ action, by }: Registered): ActionSummary {
  const { name, description, inputSchema, outputSchema } = action
  return {
    name,
    description,
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(by === undefined ? {} : { exposedBy: by }),
  }
}
