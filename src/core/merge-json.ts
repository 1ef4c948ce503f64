import { isRecord } from './is-record.ts'

/**
 * Merges a value over another: objects are merged at every depth, lists are joined if `joinLists` is set, and any other
 * value is replaced.
 */
export function mergeJson(base: unknown, over: unknown, options: { joinLists?: boolean } = {}): unknown {
  if (options.joinLists && Array.isArray(base) && Array.isArray(over)) return [...base, ...over]
  if (!isRecord(base) || !isRecord(over)) return over
  const joined = Object.entries(over).map(([name, value]) => [
    name,
    Object.hasOwn(base, name) ? mergeJson(base[name], value, options) : value,
  ])
  return { ...base, ...Object.fromEntries(joined) }
}
