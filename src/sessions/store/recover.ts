import type { Clock } from '../../core/clock.ts'
import type { Delivery } from '../delivery.ts'
import type { SessionStore } from './session-store.ts'

export interface RecoverOptions {
  store: SessionStore
  clock: Clock
}

/**
 * Recovers from a process that ended during deliveries: those being handed over, or waiting in a session's own queue,
 * are in doubt from now on. Call once, with exclusive access to the store, before any delivery.
 * @returns these deliveries, oldest first.
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
    ? 'the process ended during the delivery'
    : "the process ended while the message was in the session's queue"
}
