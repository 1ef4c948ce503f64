import { isRecord } from '../core/is-record.ts'

type Meta = Readonly<Record<string, unknown>>

/** Vendor data of two sources as one; the second wins where both give a value. */
export function mergedMeta(first: Meta | undefined, second: Meta | undefined): Meta | undefined {
  if (first === undefined || second === undefined) return second ?? first
  const merged: Record<string, unknown> = { ...first }
  for (const [name, value] of Object.entries(second)) {
    const before = merged[name]
    merged[name] = isRecord(before) && isRecord(value) ? mergedMeta(before, value) : value
  }
  return merged
}
