import type { DeliveryState } from '../delivery.ts'

/** States that block later deliveries of the same sender and mode. */
export const openStates: readonly DeliveryState[] = ['pending', 'surfacing', 'accepted', 'in-doubt']

/** States that end at the deadline. */
export const expiringStates: readonly DeliveryState[] = ['pending', 'accepted']
