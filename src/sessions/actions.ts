import type { AgentSessionEvent } from '../capabilities/ecosystems/relay/events.ts'
import type { Clock } from '../core/clock.ts'
import { createIdFactory } from '../core/ids.ts'
import type { ActionDefinition, ActionResult, ActionSummary, InvokeOptions } from './action.ts'
import { isAvailable } from './actions/action-rights.ts'
import { ActionTable, type RegisteredAction } from './actions/action-table.ts'
import { type Earlier, earlierInvocation, isSameCall } from './actions/earlier-invocation.ts'
import { Invocation } from './actions/invocation.ts'
import type { AgentIdentity } from './identity.ts'
import type { SessionStore } from './store/session-store.ts'

export interface ActionsOptions {
  store: Pick<SessionStore, 'putInvocation' | 'invocations' | 'shared'>
  clock: Clock
  /** Emits an event of a participant, by id. */
  emit: (participant: string, event: AgentSessionEvent) => void
  /** Reports failures that no caller may see. */
  warn: (message: string, cause?: unknown) => void
}

export interface ActionCall {
  /** Authenticated before this call. */
  caller: AgentIdentity
  action: string
  input: unknown
  options?: InvokeOptions
}

/** The registered actions. */
export interface Actions {
  /** `by` is the id of the session that exposes the action. Returns a function that removes it. */
  register(action: ActionDefinition, by?: string): () => void
  /** Removes the actions that a session exposes, by its id. */
  removeOf(session: string): void
  /** The names of all actions. */
  names(): string[]
  /** The actions available to the caller, before policies are checked. */
  list(caller: AgentIdentity): ActionSummary[]
  /** Resolves with a result even when the action fails, and emits its events. */
  invoke(call: ActionCall): Promise<ActionResult>
  /** Calls the listener when actions are added or removed. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
  /** Cancels all running invocations and waits for their results. */
  close(): Promise<void>
}

/** Creates the action registry. Every call is authorized first and validated second. */
export function createActions({ store, clock, emit, warn }: ActionsOptions): Actions {
  const makeId = createIdFactory({ clock })
  const registered = new ActionTable()
  const closing = new AbortController()
  /** Running invocations, by caller and idempotency key. */
  const underWay = new Map<string, { invocation: Invocation; result: Promise<ActionResult> }>()

  /** The earlier invocation under the same key; `conflict` if its input differs. */
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
    // A caller that has lost access gets no old results either.
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
      durably: async (work) => (store.shared === undefined ? work() : store.shared.durably(work)),
      emit: (event) => emit(caller.id, event),
      onUnchecked: (keywords) => reportUnchecked(keywords, { found, caller }),
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

  const reportUnchecked = (
    keywords: readonly string[],
    { found, caller }: { found: RegisteredAction | undefined; caller: AgentIdentity },
  ): void => {
    const fresh = keywords.filter((keyword) => found?.reported.has(keyword) === false)
    if (found === undefined || fresh.length === 0) return
    for (const keyword of fresh) found.reported.add(keyword)
    const message = `The schemas of the action ${found.action.name} use unchecked keywords: ${fresh.join(', ')}`
    emit(found.by ?? caller.id, { type: 'log', level: 'warn', message })
  }

  return {
    register: (action, by) => registered.register(action, by),
    removeOf: (session) => registered.removeOf(session),
    names: () => registered.names(),
    list: (caller) => registered.list(caller),
    invoke,
    onChange: (listener) => registered.onChange(listener),
    close: async () => {
      closing.abort()
      await Promise.all(Array.from(underWay.values(), ({ result }) => result))
    },
  }
}

function keyOf(caller: AgentIdentity, key: string): string {
  return JSON.stringify([caller.id, key])
}
