/** A text on one line, cut at the limit. */
export function shortText(text: string, limit: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= limit ? line : `${line.slice(0, limit - 1).trimEnd()}…`
}

/** A value for a column: a comma-separated list, otherwise compact JSON. */
export function shortValue(value: unknown, limit: number): string {
  if (value === undefined) return ''
  return shortText(plainText(value), limit)
}

function plainText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')) {
    return value.join(', ')
  }
  return JSON.stringify(value)
}
