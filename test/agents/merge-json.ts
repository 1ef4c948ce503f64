type Fields = Readonly<Record<string, unknown>>

/** Merges fields into a JSON document: objects are merged, other values replaced. */
export function mergeJson(document: string, more: Fields): string {
  return JSON.stringify(merged(JSON.parse(document), more))
}

function merged(before: unknown, more: unknown): unknown {
  if (!isFields(before) || !isFields(more)) return more
  const joined = Object.entries(more).map(([name, value]) => [name, merged(before[name], value)])
  return { ...before, ...Object.fromEntries(joined) }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
