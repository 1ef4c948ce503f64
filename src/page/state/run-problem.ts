import { isRecord } from '../../core/is-record.ts'
import type { RunErrorDetail } from '../../gateway/ag-ui/run-error.ts'

/** How a person can fix an error. */
export type Remedy = Pick<RunErrorDetail, 'hint' | 'action'>

/** The remedy in Capstan's metadata of an error; empty if there is none. */
export function remedyOf(detail: Readonly<Record<string, unknown>>): Remedy {
  const { hint, action } = detail
  return {
    ...(typeof hint === 'string' ? { hint } : {}),
    ...(isAction(action) ? { action } : {}),
  }
}

function isAction(value: unknown): value is NonNullable<Remedy['action']> {
  return (
    isRecord(value) &&
    (value['type'] === 'install' || value['type'] === 'login') &&
    typeof value['agent'] === 'string'
  )
}
