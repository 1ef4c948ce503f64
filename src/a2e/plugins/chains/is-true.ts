import { isRecord } from '../../../core/is-record.ts'

/** Whether JMESPath counts a value as true: every value but null, false and empty values. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isRecord(value)) return Object.keys(value).length > 0
  return value !== null && value !== undefined && value !== false && value !== ''
}
