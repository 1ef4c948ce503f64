import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type { DeadReason, Delivery } from '../delivery.ts'
import type { SessionsContext } from '../context.ts'
import type { DeliveryReceipt } from '../messages/receipt.ts'
import type { DeliveryChange } from '../store/session-store.ts'
import type { Outcome } from './attempt.ts'
import { isMomentMode } from './boundaries.ts'
import { noticeFor } from './notice.ts'

/** Stores the outcome of deliveries: state, receipt, event and notice to the sender in one transaction. */
export class Ledger {
  readonly #context: SessionsContext

  constructor(context: SessionsContext) {
    this.#context = context
  }

  /** Marks deliveries before the attempt, so that a crash leaves them in doubt. */
  mark(deliveries: readonly Delivery[]): Delivery[] {
    const { store, log } = this.#context
    return log.transaction(() =>
      deliveries.map(({ id, attempts }) =>
        store.updateDelivery(id, { state: 'surfacing', attempts: attempts + 1 }),
      ),
    )
  }

  /** Takes a mark back: the session was not called. */
  unmark({ id, attempts }: Delivery): void {
    this.#context.store.updateDelivery(id, { state: 'pending', attempts: attempts - 1 })
  }

  /** Stores the outcome of an attempt; `attempt` is 0 if there was none. */
  outcome(delivery: Delivery, outcome: Outcome, attempt = delivery.attempts): Delivery {
    const { log } = this.#context
    return log.transaction(() => {
      switch (outcome.status) {
        case 'accepted':
          return this.#accepted(delivery, outcome, attempt)
        case 'delivered':
          return this.#delivered(delivery, outcome, attempt)
        case 'deferred':
          return this.#deferred(delivery, outcome, attempt)
        case 'failed':
          return this.#failed(delivery, outcome, attempt)
        case 'in-doubt':
          return this.inDoubt(delivery, outcome.reason)
      }
    })
  }

  /** Makes the delivery a dead letter, if it is not stored as one, and notifies the sender. */
  dead(
    delivery: Delivery,
    { reason, detail, attempt = 0 }: { reason: DeadReason; detail: string; attempt?: number },
  ): Delivery {
    return this.#context.log.transaction(() => {
      const changed = this.#write(delivery, {
        change: delivery.state === 'dead' ? {} : { state: 'dead', dead: { reason, detail } },
        receipt: { attempt, status: 'failed', reason: detail, retryable: false },
        event: { type: 'delivery.failed', ...idsOf(delivery), reason: detail, retryable: false },
      })
      noticeFor(this.#context, { delivery: changed, reason, detail })
      return changed
    })
  }

  /** Puts a marked delivery in doubt. `hasReceipt`: its receipt is already stored. */
  inDoubt(delivery: Delivery, detail: string, { hasReceipt = false } = {}): Delivery {
    const { policy } = this.#context
    return this.#context.log.transaction(() => {
      const retryable = policy.inDoubt === 'redeliver'
      const doubtful = this.#write(delivery, {
        change: { state: 'in-doubt' },
        ...(hasReceipt
          ? {}
          : { receipt: { attempt: delivery.attempts, status: 'in-doubt', reason: detail } }),
        event: { type: 'delivery.failed', ...idsOf(delivery), reason: `in doubt: ${detail}`, retryable },
      })
      if (!retryable) {
        noticeFor(this.#context, { delivery: doubtful, reason: 'in-doubt', detail })
        return doubtful
      }
      const failures = this.#failures(delivery)
      if (failures >= policy.maxAttempts) return this.dead(doubtful, { reason: 'in-doubt', detail })
      return this.#context.store.updateDelivery(delivery.id, {
        state: 'pending',
        availableAt: this.#backoff(failures),
      })
    })
  }

  /** Queues a delivery again for its next boundary. */
  requeue(
    delivery: Delivery,
    { reason, deadline = delivery.deadline }: { reason: string; deadline?: number },
  ): Delivery {
    return this.#context.log.transaction(() => {
      const now = this.#context.clock.now()
      return this.#write(delivery, {
        change: { state: 'pending', availableAt: now, deadline, dead: undefined },
        receipt: { attempt: 0, status: 'deferred', availableAt: now, reason },
        event: {
          type: 'delivery.deferred',
          ...idsOf(delivery),
          availableAt: new Date(now).toISOString(),
          reason,
        },
      })
    })
  }

  /** Ends a delivery of a released session, or keeps it until the session is resumed. */
  endReleased(delivery: Delivery, detail: string): void {
    if (this.#context.policy.onRelease === 'requeue') this.requeue(delivery, { reason: detail })
    else this.dead(delivery, { reason: 'released', detail })
  }

  expire(delivery: Delivery): Delivery {
    return this.dead(delivery, { reason: 'expired', detail: 'its deadline passed' })
  }

  #accepted(delivery: Delivery, { metadata }: Outcome & { status: 'accepted' }, attempt: number): Delivery {
    return this.#write(delivery, {
      change: { state: 'accepted' },
      receipt: { attempt, status: 'accepted', ...(metadata === undefined ? {} : { metadata }) },
      event: { type: 'delivery.accepted', ...idsOf(delivery) },
    })
  }

  #delivered(delivery: Delivery, { metadata }: Outcome & { status: 'delivered' }, attempt: number): Delivery {
    const changed = this.#write(delivery, {
      change: { state: 'delivered', dead: undefined },
      receipt: { attempt, status: 'delivered', ...(metadata === undefined ? {} : { metadata }) },
      event: { type: 'delivery.delivered', ...idsOf(delivery) },
    })
    this.#context.log.append(delivery.recipient, { type: 'message.received', ...idsOf(delivery) })
    return changed
  }

  #deferred(delivery: Delivery, outcome: Outcome & { status: 'deferred' }, attempt: number): Delivery {
    const now = this.#context.clock.now()
    // A status can last: without a pause the delivery would be retried in a loop.
    const earliest = isMomentMode(delivery.mode) ? now : now + this.#context.policy.backoffMs
    const availableAt = Math.max(outcome.availableAt, earliest)
    const { reason, metadata } = outcome
    const withReason = reason === undefined ? {} : { reason }
    return this.#write(delivery, {
      change: { state: 'pending', availableAt },
      receipt: {
        attempt,
        status: 'deferred',
        availableAt,
        ...withReason,
        ...(metadata === undefined ? {} : { metadata }),
      },
      event: {
        type: 'delivery.deferred',
        ...idsOf(delivery),
        availableAt: new Date(availableAt).toISOString(),
        ...withReason,
      },
    })
  }

  #failed(delivery: Delivery, outcome: Outcome & { status: 'failed' }, attempt: number): Delivery {
    const { reason, retryable, metadata } = outcome
    if (!retryable) return this.dead(delivery, { reason: 'failed', detail: reason, attempt })
    const failures = this.#failures(delivery) + 1
    if (failures >= this.#context.policy.maxAttempts) {
      const detail = `${reason} (after ${failures} failures)`
      return this.dead(delivery, { reason: 'attempts', detail, attempt })
    }
    return this.#write(delivery, {
      change: { state: 'pending', availableAt: this.#backoff(failures) },
      receipt: {
        attempt,
        status: 'failed',
        reason,
        retryable,
        ...(metadata === undefined ? {} : { metadata }),
      },
      event: { type: 'delivery.failed', ...idsOf(delivery), reason, retryable },
    })
  }

  /** Failures since the last requeue. */
  #failures({ id }: Delivery): number {
    const receipts = this.#context.store.receipts(id)
    const fresh = receipts.slice(receipts.findLastIndex(({ attempt }) => attempt === 0) + 1)
    return fresh.filter(({ status }) => status === 'failed' || status === 'in-doubt').length
  }

  #backoff(failures: number): number {
    const { backoffMs, maxBackoffMs } = this.#context.policy
    return this.#context.clock.now() + Math.min(backoffMs * 2 ** (failures - 1), maxBackoffMs)
  }

  #write(
    { id, recipient }: Delivery,
    entry: {
      change: DeliveryChange
      receipt?: Omit<DeliveryReceipt, 'deliveryId' | 'at'>
      event: AgentSessionEvent
    },
  ): Delivery {
    const { store, clock, log } = this.#context
    const receipt = entry.receipt && { deliveryId: id, at: clock.now(), ...entry.receipt }
    const changed = store.updateDelivery(id, entry.change, receipt)
    log.append(recipient, entry.event)
    return changed
  }
}

function idsOf({ id, messageId }: Delivery): { deliveryId: string; messageId: string } {
  return { deliveryId: id, messageId }
}
