import type { ClaimSheet } from './claim-sheet.ts'
import { defined } from '../defined.ts'

/** Adds one claim for several optional fields. Without a flag, any of them counts as support. */
export function claimGroup(
  sheet: ClaimSheet,
  id: string,
  { fields, flag }: { fields: Record<string, unknown>; flag?: boolean },
): void {
  const value = defined(fields)
  const isEmpty = Object.keys(value).length === 0
  sheet.state(id, {
    ...defined({ flag: flag ?? (isEmpty ? undefined : true) }),
    ...(isEmpty ? {} : { value }),
  })
}
