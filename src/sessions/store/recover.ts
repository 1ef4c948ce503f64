import type { Clock } from '../../core/clock.ts'
import type { Delivery } from '../delivery.ts'
import type { SessionStore } from './session-store.ts'

export interface RecoverOptions {
  store: SessionStore
  clock: Clock
}

/**
 * Looks after what a host left behind that ended in the middle: of what was being handed over, or waited in a session's
 * own queue, nobody knows any more whether it surfaced. It is in doubt from now on, with a receipt that says so.
 * To be called once, by whoever has the store for itself, before anything is delivered.
 *
 * @returns those, the oldest first, for whoever reports and settles them.
 */
export function recover({ store, clock }: RecoverOptions): Delivery[] {
  return store.transaction(() =>
    store.deliveries({ states: ['surfacing', 'accepted'] }).map((delivery) =>
      store.updateDelivery(
        delivery.id,
        { state: 'in-doubt' },
        {
          deliveryId: delivery.id,
          attempt: delivery.attempts,
          at: clock.now(),
          status: 'in-doubt',
          reason: reasonOf(delivery),
        },
      ),
    ),
  )
}

function reasonOf({ state }: Delivery): string {
  return state === 'surfacing'
    ? 'the process ended while it was handed over'
    : "the process ended while it waited in the session's own queue"
}
