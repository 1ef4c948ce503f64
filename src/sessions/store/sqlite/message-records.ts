import type { Delivery } from '../../delivery.ts'
import type { SessionMessage } from '../../messages/message.ts'
import type { IdempotencyRecord, SessionStore } from '../session-store.ts'
import { decode, decodeFound, encode } from '../body.ts'
import { Conditions } from './conditions.ts'
import type { Connection } from './connection.ts'
import { insertDelivery } from './delivery-row.ts'
import type { MailboxCounts } from './mailbox-counts.ts'

const selectKey =
  'SELECT sender, key, digest, message AS messageId FROM idempotency WHERE sender = ? AND key = ?'

type Part = Pick<SessionStore, 'addMessage' | 'message' | 'messages' | 'idempotency'>

/** Messages and their idempotency keys. */
export function messageRecords(connection: Connection, counts: MailboxCounts): Part {
  return {
    addMessage: (message, drafts, idempotency) =>
      connection.transaction(() => {
        insertMessage(connection, message)
        if (idempotency !== undefined) insertKey(connection, idempotency)
        return drafts.map((draft): Delivery => insertDelivery(connection, counts, draft))
      }),
    message: (id) =>
      decodeFound(connection.get('SELECT body FROM messages WHERE id = ?', id)) as SessionMessage | undefined,
    messages: ({ conversationId, threadId, after, limit }) => {
      const conditions = new Conditions()
        .add('conversation = ?', conversationId)
        .add('thread = ?', threadId)
        .add('number > (SELECT number FROM messages WHERE id = ?)', after)
      const clause = conditions.ordered('number', limit)
      return connection
        .all(`SELECT body FROM messages${clause}`, ...conditions.values)
        .map(decode) as SessionMessage[]
    },
    idempotency: (sender, key) => {
      const row = connection.get(selectKey, sender, key)
      return row === undefined ? undefined : { ...(row as IdempotencyRecord) }
    },
  }
}

function insertMessage(connection: Connection, message: SessionMessage): void {
  connection.run(
    'INSERT INTO messages (id, conversation, thread, body) VALUES (?, ?, ?, ?)',
    message.id,
    message.conversationId,
    message.threadId ?? null,
    encode(message),
  )
}

function insertKey(connection: Connection, { sender, key, digest, messageId }: IdempotencyRecord): void {
  connection.run('INSERT INTO idempotency VALUES (?, ?, ?, ?)', sender, key, digest, messageId)
}
