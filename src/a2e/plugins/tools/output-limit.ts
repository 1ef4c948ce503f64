/** What is left of a result when it is cut. */
export interface LimitedData {
  data: unknown
  truncated: boolean
}

/**
 * Keeps a result within so many characters of JSON. A text is cut; of anything else the beginning of its JSON is left,
 * as a text. What JSON cannot hold becomes null.
 */
export function limitData(data: unknown, limit: number): LimitedData {
  const json = JSON.stringify(data) as string | undefined
  if (json === undefined) return { data: null, truncated: false }
  if (json.length <= limit) return { data, truncated: false }
  return { data: cut(typeof data === 'string' ? data : json, limit), truncated: true }
}

/** The beginning of a text; half of a character outside the basic plane is no character. */
function cut(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')
}
