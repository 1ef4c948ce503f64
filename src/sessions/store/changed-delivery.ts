import type { Delivery } from '../delivery.ts'
import type { DeliveryChange } from './session-store.ts'

/** Fields that a change can remove. */
const optional: readonly string[] = ['dead', 'readAt'] satisfies (keyof DeliveryChange)[]

/** The entries of a change; `undefined` counts only for optional fields. */
export function changesIn(change: DeliveryChange): [key: keyof DeliveryChange, value: unknown][] {
  return (Object.entries(change) as [keyof DeliveryChange, unknown][]).filter(
    ([key, value]) => value !== undefined || optional.includes(key),
  )
}

/** A delivery with a change applied: `undefined` removes an optional field, absent fields stay. */
export function changedDelivery(delivery: Delivery, change: DeliveryChange): Delivery {
  const changed = { ...delivery, ...Object.fromEntries(changesIn(change)) }
  if (changed.dead === undefined) delete changed.dead
  if (changed.readAt === undefined) delete changed.readAt
  return changed
}
