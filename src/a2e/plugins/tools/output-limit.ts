/** A result within the limit. */
export interface LimitedData {
  data: unknown
  truncated: boolean
}

/**
 * Limits a result to `limit` characters of JSON. Cuts a text; replaces any other value with the beginning of its JSON as
 * text. A value without a JSON form becomes null.
 */
export function limitData(data: unknown, limit: number): LimitedData {
  const json = JSON.stringify(data) as string | undefined
  if (json === undefined) return { data: null, truncated: false }
  if (json.length <= limit) return { data, truncated: false }
  return { data: cut(typeof data === 'string' ? data : json, limit), truncated: true }
}

/** The beginning of a text, without half of a surrogate pair at the end. */
function cut(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')
}
