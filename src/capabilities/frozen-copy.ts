/** Data that was frozen here before: it cannot change, so it needs no second copy. */
const copies = new WeakSet<object>()

/** A deeply frozen copy of plain JSON data; the caller's own objects stay unchanged. */
export function frozenCopy<Data>(data: Data): Data
export function frozenCopy(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || copies.has(data)) return data
  const copy = freezeCopy(data) as object
  copies.add(copy)
  return copy
}

function freezeCopy(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) return Object.freeze(data.map(freezeCopy))
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(data)) {
    // An assignment would set the prototype.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: freezeCopy(value), enumerable: true })
    else copy[key] = freezeCopy(value)
  }
  return Object.freeze(copy)
}
