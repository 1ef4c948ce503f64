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
