import { jsonEquals } from '../../core/json-schema/json-equals.ts'
import type { ActionErrorCode, ActionResult } from '../action.ts'
import type { AgentIdentity } from '../identity.ts'
import type { InvocationRecord, SessionStore } from '../store/session-store.ts'
import { asJson } from './action-values.ts'

/** The result of the earlier invocation under a key, or `conflict` if its action or input differs. */
export type Earlier = { result: Promise<ActionResult> } | 'conflict'

/** Invocations with these codes never ran and may be retried under the same key. */
const neverRan: readonly string[] = [
  'action_not_found',
  'action_denied',
  'invalid_input',
] satisfies ActionErrorCode[]

interface InvocationRequest {
  caller: AgentIdentity
  action: string
  input: unknown
  key: string
}

/** Looks up the stored invocation under the same key. */
export function earlierInvocation(
  store: Pick<SessionStore, 'invocations'>,
  { caller, action, input, key }: InvocationRequest,
): Earlier | undefined {
  const record = store
    .invocations({ caller: caller.id, idempotencyKey: key })
    .find(({ status, error }) => status !== 'denied' && !neverRan.includes(error?.code ?? ''))
  if (record === undefined) return undefined
  return isSameCall(record, { action, input }) ? { result: Promise.resolve(resultOf(record)) } : 'conflict'
}

/** Whether two invocations have the same action and input. */
export function isSameCall(
  one: { action: string; input: unknown },
  other: { action: string; input: unknown },
): boolean {
  return one.action === other.action && jsonEquals(asJson(one.input)?.value, asJson(other.input)?.value)
}

function resultOf({ id, action, status, output, error, startedAt, endedAt }: InvocationRecord): ActionResult {
  if (status === 'completed')
    return { action, invocationId: id, ok: true, output, durationMs: (endedAt ?? startedAt) - startedAt }
  // A crash interrupted the invocation: running it again could repeat its effects.
  const unknown = { code: 'action_failed', message: 'The outcome of the earlier invocation is unknown' }
  const { code, message } = error ?? unknown
  return { action, invocationId: id, ok: false, error: { code: code as ActionErrorCode, message } }
}
