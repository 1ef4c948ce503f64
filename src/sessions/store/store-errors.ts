import { CapstanError } from '../../core/capstan-error.ts'

/** Something was to be stored under an id or a key that is taken. */
export function storeConflict(what: string, cause?: unknown): CapstanError {
  return new CapstanError('STORE_CONFLICT', `${what} is already in the store`, { cause })
}

export function unknownDelivery(id: string): CapstanError {
  return new CapstanError('UNKNOWN_DELIVERY', `There is no delivery ${JSON.stringify(id)}`, {
    hint: 'Look at the answer of `send`, or at `deliveries.list()`.',
    commandHint: 'Run capstan session dead to see the deliveries and their ids.',
  })
}
