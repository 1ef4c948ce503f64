/** A copy of JSON data in which something else is at a path; sections on the way are made. */
export function withField(data: unknown, path: readonly string[], content: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return content
  if (Array.isArray(data)) {
    return data.map((item, index): unknown => (String(index) === key ? withField(item, rest, content) : item))
  }
  const object = (data ?? {}) as Record<string, unknown>
  return { ...object, [key]: withField(object[key], rest, content) }
}
