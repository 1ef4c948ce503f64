import { CapstanError } from '../core/capstan-error.ts'
import { deadlineOf } from './check/check-message.ts'
import type { DeliveryScheduler } from './delivery-scheduler.ts'
import type { Delivery } from './delivery.ts'
import { waitOf } from './delivery/waiting.ts'
import type { Directory } from './directory.ts'
import type { SessionsContext } from './context.ts'
import type { Sessions } from './sessions.ts'
import { unknownDelivery } from './store/store-errors.ts'

/** The owner's view of deliveries, with redeliver and settle. */
export function createDeliveryDecisions(
  context: SessionsContext,
  { scheduler, directory }: { scheduler: DeliveryScheduler; directory: Directory },
): Sessions['deliveries'] {
  const { store, clock, policy } = context
  const get = (id: string): Delivery => {
    const delivery = store.delivery(id)
    if (delivery === undefined) throw unknownDelivery(id)
    return delivery
  }
  return {
    get,
    waiting: (id) => waitOf(get(id), { context, directory }),
    list: (query) => store.deliveries(query),
    count: (query) => store.countDeliveries(query),
    dead: (query) => store.deliveries({ ...query, states: ['dead'] }),
    redeliver: (id, { deadline } = {}) => {
      const delivery = get(id)
      if (delivery.state !== 'dead' && delivery.state !== 'in-doubt') {
        throw notDecidable(delivery, 'Redeliver only messages that are undelivered or in doubt.')
      }
      const given = deadline === undefined ? undefined : new Date(deadline).getTime()
      return scheduler.redeliver(delivery, deadlineOf(given, { now: clock.now(), policy }))
    },
    settle: (id, as) => {
      const delivery = get(id)
      if (delivery.state === 'in-doubt') return scheduler.settle(delivery, as)
      throw notDecidable(delivery, 'Settle only deliveries that are in doubt.')
    },
  }
}

function notDecidable({ id, state }: Delivery, hint: string): CapstanError {
  return new CapstanError('DELIVERY_DECIDED', `The delivery ${id} is ${state}`, { hint })
}
