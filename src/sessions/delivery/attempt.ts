import { CapstanError } from '../../core/capstan-error.ts'
import { isRecord } from '../../core/is-record.ts'
import type { Delivery } from '../delivery.ts'
import type { SessionMessage } from '../messages/message.ts'
import type { MessageContext } from '../messages/receipt.ts'
import type { Recipient } from './recipient.ts'

interface WithMetadata {
  metadata?: Record<string, unknown>
}

/** The outcome of an attempt. */
export type Outcome =
  | ({ status: 'accepted' } & WithMetadata)
  | ({ status: 'delivered' } & WithMetadata)
  | ({ status: 'deferred'; availableAt: number; reason?: string } & WithMetadata)
  | ({ status: 'failed'; reason: string; retryable: boolean } & WithMetadata)
  /** The message may or may not have surfaced. */
  | { status: 'in-doubt'; reason: string }

/**
 * Delivers a message; every failure is an outcome. The session is called before this returns. A session that cannot
 * know whether the message surfaced throws `DELIVERY_IN_DOUBT`.
 */
export async function attempt(
  recipient: Recipient,
  message: SessionMessage,
  delivery: Delivery,
): Promise<Outcome> {
  const context = contextOf(delivery)
  try {
    return readReceipt(await recipient.receiveMessage(message, context), context.id)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (CapstanError.isInstance(error) && error.code === 'DELIVERY_IN_DOUBT') return inDoubt(reason)
    return { status: 'failed', reason: `the session threw: ${reason}`, retryable: true }
  }
}

function contextOf({ id, mode, reason, priority, deadline }: Delivery): MessageContext {
  // The same key for every attempt, so that a session can detect a repeat.
  return { id, mode, reason, priority, deadline: new Date(deadline).toISOString(), idempotencyKey: id }
}

/** Reads a receipt. An invalid receipt leaves the delivery in doubt. */
export function readReceipt(receipt: unknown, deliveryId: string): Outcome {
  if (!isRecord(receipt)) return inDoubt('the session answered without a receipt')
  const { status, availableAt, reason, retryable } = receipt
  if (receipt['deliveryId'] !== undefined && receipt['deliveryId'] !== deliveryId) {
    return inDoubt(`the receipt is for ${JSON.stringify(receipt['deliveryId'])}`)
  }
  const extra = metadataOf(receipt['metadata'])
  const because = typeof reason === 'string' ? { reason } : {}
  switch (status) {
    case 'accepted':
    case 'delivered':
      return { status, ...extra }
    case 'deferred': {
      const moment = momentOf(availableAt)
      if (moment !== undefined) return { status, availableAt: moment, ...because, ...extra }
      return { status: 'failed', reason: 'the receipt defers without availableAt', retryable: true, ...extra }
    }
    case 'failed':
      return { status, reason: 'no reason given', ...because, retryable: retryable === true, ...extra }
    default:
      return inDoubt(`the receipt has the unknown status ${JSON.stringify(status) ?? 'undefined'}`)
  }
}

function inDoubt(reason: string): Outcome {
  return { status: 'in-doubt', reason }
}

function momentOf(value: unknown): number | undefined {
  if (!(value instanceof Date) && typeof value !== 'string') return undefined
  const moment = new Date(value).getTime()
  return Number.isNaN(moment) ? undefined : moment
}

/** Only metadata that JSON can hold. */
function metadataOf(metadata: unknown): WithMetadata {
  if (!isRecord(metadata)) return {}
  try {
    return { metadata: JSON.parse(JSON.stringify(metadata)) as Record<string, unknown> }
  } catch {
    return {}
  }
}
