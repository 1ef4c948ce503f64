/** What lies at the end of a path of names into data that came over a wire; undefined when there is nothing. */
export function readPath(data: unknown, ...names: readonly (string | number)[]): unknown {
  return names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string | number, unknown>)[name]
        : undefined,
    data,
  )
}

/** The text at the end of a path; an empty one when there is something else. */
export function textAt(data: unknown, ...names: readonly (string | number)[]): string {
  const value = readPath(data, ...names)
  return typeof value === 'string' ? value : ''
}
