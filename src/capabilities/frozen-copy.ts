/** A copy of plain JSON data, frozen all the way down; the caller's own objects stay as they are. */
export function frozenCopy<Data>(data: Data): Data
export function frozenCopy(data: unknown): unknown {
  if (Array.isArray(data)) return Object.freeze(data.map((item) => frozenCopy(item)))
  if (typeof data !== 'object' || data === null) return data
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(data)) {
    // Assigned like the others, it would set the prototype.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: frozenCopy(value), enumerable: true })
    else copy[key] = frozenCopy(value)
  }
  return Object.freeze(copy)
}
