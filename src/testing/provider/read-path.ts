/** The value at a path of field names in unchecked data; undefined if it is missing. */
export function readPath(data: unknown, ...names: readonly (string | number)[]): unknown {
  return names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string | number, unknown>)[name]
        : undefined,
    data,
  )
}

/** The text at a path; empty for any other value. */
export function textAt(data: unknown, ...names: readonly (string | number)[]): string {
  const value = readPath(data, ...names)
  return typeof value === 'string' ? value : ''
}
