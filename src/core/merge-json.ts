import { isRecord } from './is-record.ts'

/** Lays a value over another: the fields of two objects are joined at every depth, anything else is replaced. */
export function mergeJson(base: unknown, over: unknown): unknown {
  if (!isRecord(base) || !isRecord(over)) return over
  const joined = Object.entries(over).map(([name, value]) => [
    name,
    Object.hasOwn(base, name) ? mergeJson(base[name], value) : value,
  ])
  return { ...base, ...Object.fromEntries(joined) }
}
