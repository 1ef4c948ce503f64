/** A copy of plain JSON data, frozen all the way down; the caller's own objects stay as they are. */
export function frozenCopy<Data>(data: Data): Data
export function frozenCopy(data: unknown): unknown {
  if (Array.isArray(data)) return Object.freeze(data.map((item) => frozenCopy(item)))
  if (typeof data !== 'object' || data === null) return data
  return Object.freeze(
    Object.fromEntries(Object.entries(data).map(([key, value]) => [key, frozenCopy(value)])),
  )
}
