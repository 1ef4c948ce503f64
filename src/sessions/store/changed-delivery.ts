import type { Delivery } from '../delivery.ts'
import type { DeliveryChange } from './session-store.ts'

/** What can be taken away from a delivery. */
const optional: readonly string[] = ['dead', 'readAt'] satisfies (keyof DeliveryChange)[]

/** What a change really says: `undefined` only where there may be nothing. */
export function changesIn(change: DeliveryChange): [key: keyof DeliveryChange, value: unknown][] {
  return (Object.entries(change) as [keyof DeliveryChange, unknown][]).filter(
    ([key, value]) => value !== undefined || optional.includes(key),
  )
}

/** A delivery after a change: what is given as `undefined` is taken away, what is not given stays. */
export function changedDelivery(delivery: Delivery, change: DeliveryChange): Delivery {
  const changed = { ...delivery, ...Object.fromEntries(changesIn(change)) }
  if (changed.dead === undefined) delete changed.dead
  if (changed.readAt === undefined) delete changed.readAt
  return changed
}
