/** How many differences are reported per message. */
const maxDifferences = 5

/** Where a value differs from the recorded one, each as `path: recorded …, got …`. */
export function differences(recorded: unknown, got: unknown): string[] {
  const found: string[] = []
  compare(recorded, got, '', found)
  const left = found.length - maxDifferences
  return left > 0 ? [...found.slice(0, maxDifferences), `and ${left} more`] : found
}

function compare(recorded: unknown, got: unknown, path: string, found: string[]): void {
  if (isObject(recorded) && isObject(got) && Array.isArray(recorded) === Array.isArray(got)) {
    for (const key of new Set([...Object.keys(recorded), ...Object.keys(got)])) {
      compare(recorded[key], got[key], path === '' ? key : `${path}.${key}`, found)
    }
  } else if (!Object.is(recorded, got)) {
    found.push(`${path || 'value'}: recorded ${shown(recorded)}, got ${shown(got)}`)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
