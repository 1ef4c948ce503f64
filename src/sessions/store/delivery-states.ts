import type { DeliveryState } from '../delivery.ts'

/** Those that hold back what the same sender sends in the same mode after them. */
export const openStates: readonly DeliveryState[] = ['pending', 'surfacing', 'accepted', 'in-doubt']

/** Those that end when their time is over. */
export const mortalStates: readonly DeliveryState[] = ['pending', 'accepted']
