import { isRecord } from '../../core/is-record.ts'
import type { Metadata } from '../../gateway/ag-ui/events.ts'

/** Capstan's own fields in AG-UI metadata. */
export function capstanMetadata(metadata: Metadata | undefined): Record<string, unknown> {
  const own = metadata?.['capstan']
  return isRecord(own) ? own : {}
}
