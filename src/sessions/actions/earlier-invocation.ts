import { jsonEquals } from '../../core/json-schema/json-equals.ts'
import type { ActionErrorCode, ActionResult } from '../action.ts'
import type { AgentIdentity } from '../identity.ts'
import type { InvocationRecord, SessionStore } from '../store/session-store.ts'
import { asJson } from './action-values.ts'

/** What was invoked under a key before: its result, or something else than what is asked for now. */
export type Earlier = { result: Promise<ActionResult> } | 'conflict'

/** Codes of invocations that never ran: they may be tried again under the same key. */
const neverRan: readonly string[] = [
  'action_not_found',
  'action_denied',
  'invalid_input',
] satisfies ActionErrorCode[]

interface Asked {
  caller: AgentIdentity
  action: string
  input: unknown
  key: string
}

/** Looks up what was kept of an invocation under the same key. */
export function earlierInvocation(
  store: Pick<SessionStore, 'invocations'>,
  { caller, action, input, key }: Asked,
): Earlier | undefined {
  const record = store
    .invocations({ caller: caller.id, idempotencyKey: key })
    .find(({ status, error }) => status !== 'denied' && !neverRan.includes(error?.code ?? ''))
  if (record === undefined) return undefined
  return isSameCall(record, { action, input }) ? { result: Promise.resolve(resultOf(record)) } : 'conflict'
}

/** Whether two invocations ask for the same. */
export function isSameCall(
  one: { action: string; input: unknown },
  other: { action: string; input: unknown },
): boolean {
  return one.action === other.action && jsonEquals(asJson(one.input)?.value, asJson(other.input)?.value)
}

function resultOf({ id, action, status, output, error, startedAt, endedAt }: InvocationRecord): ActionResult {
  if (status === 'completed')
    return { action, invocationId: id, ok: true, output, durationMs: (endedAt ?? startedAt) - startedAt }
  // A crash cut it off: running it again could do it twice.
  const unknown = { code: 'action_failed', message: 'It is not known how the invocation ended' }
  const { code, message } = error ?? unknown
  return { action, invocationId: id, ok: false, error: { code: code as ActionErrorCode, message } }
}
