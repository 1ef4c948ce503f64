import type { CheckedMessage } from '../check/check-message.ts'
import type { Address } from '../participant.ts'

/** The same for the same content to the same address. */
export function digestOf(message: CheckedMessage, to: Address): string {
  // Asked for when it is needed: an import would load it with the entryPoint.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256')
    .update(JSON.stringify([to, message], sortedKeys))
    .digest('hex')
}

/** Objects that differ only in the order of their keys are the same. */
function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
