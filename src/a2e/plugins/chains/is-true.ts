import { isRecord } from '../../../core/is-record.ts'

/** Whether JMESPath counts a value as true: everything but null, false and what is empty. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isRecord(value)) return Object.keys(value).length > 0
  return value !== null && value !== undefined && value !== false && value !== ''
}
