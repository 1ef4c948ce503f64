import type { CheckedMessage } from '../check/check-message.ts'
import type { Address } from '../participant.ts'

/** Equal for equal content to the same address. */
export function digestOf(message: CheckedMessage, to: Address): string {
  // Loaded on use: an import would load the module with the entry point.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256')
    .update(JSON.stringify([to, message], sortedKeys))
    .digest('hex')
}

/** Makes the digest independent of key order. */
function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
