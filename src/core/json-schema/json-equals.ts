import { isRecord } from '../is-record.ts'

/** Whether two JSON values are equal, regardless of field order. */
export function jsonEquals(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => jsonEquals(item, other[index]))
    )
  }
  if (!isRecord(one) || !isRecord(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && jsonEquals(one[name], other[name]))
  )
}
