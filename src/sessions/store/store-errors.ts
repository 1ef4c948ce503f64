import { CapstanError } from '../../core/capstan-error.ts'

/** The error for an id or key that already exists. */
export function storeConflict(what: string, cause?: unknown): CapstanError {
  return new CapstanError('STORE_CONFLICT', `${what} is already in the store`, { cause })
}

export function unknownDelivery(id: string): CapstanError {
  return new CapstanError('UNKNOWN_DELIVERY', `Unknown delivery ${JSON.stringify(id)}`, {
    hint: 'Use an id from the result of `send` or from `deliveries.list()`.',
    commandHint: 'Run capstan session dead to list undelivered messages and their ids.',
  })
}
