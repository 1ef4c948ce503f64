/**
 * Freezes plain data where it is, all the way down. Unlike a frozen copy it costs next to nothing, so it is for data
 * that this room made or read itself: thousands of models are frozen at the first question.
 */
export function freeze<Data extends object>(data: Data): Data {
  if (Object.isFrozen(data)) return data
  for (const value of Object.values(data)) {
    if (typeof value === 'object' && value !== null) freeze(value)
  }
  return Object.freeze(data)
}

/** The same for a few out of many: each value is frozen when it is first read. */
export function frozenWhenRead<Data extends Readonly<Record<string, object>>>(data: Data): Readonly<Data> {
  const frozen = {}
  for (const [key, value] of Object.entries(data)) {
    Object.defineProperty(frozen, key, { enumerable: true, get: () => freeze(value) })
  }
  return Object.freeze(frozen as Data)
}
