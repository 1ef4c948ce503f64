import type { InvocationRecord, SessionStore } from '../session-store.ts'
import { decode, decodeFound, encode } from '../body.ts'
import { Conditions } from './conditions.ts'
import type { Connection } from './connection.ts'

const put = `INSERT INTO invocations (id, action, caller, idempotency_key, body) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET action = excluded.action, caller = excluded.caller,
    idempotency_key = excluded.idempotency_key, body = excluded.body`

/** Invocations and their results. */
export function actionRecords(
  connection: Connection,
): Pick<SessionStore, 'putInvocation' | 'invocation' | 'invocations'> {
  return {
    putInvocation: (record) =>
      connection.run(
        put,
        record.id,
        record.action,
        record.caller,
        record.idempotencyKey ?? null,
        encode(record),
      ),
    invocation: (id) =>
      decodeFound(connection.get('SELECT body FROM invocations WHERE id = ?', id)) as
        | InvocationRecord
        | undefined,
    invocations: ({ action, caller, idempotencyKey, limit } = {}) => {
      const conditions = new Conditions()
        .add('caller = ?', caller)
        .add('idempotency_key = ?', idempotencyKey)
        .add('action = ?', action)
      const clause = conditions.ordered('number', limit)
      return connection
        .all(`SELECT body FROM invocations${clause}`, ...conditions.values)
        .map(decode) as InvocationRecord[]
    },
  }
}
