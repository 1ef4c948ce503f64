import { isRecord } from '../../core/is-record.ts'
import type { Metadata } from '../../gateway/ag-ui/events.ts'

/** What the gateway says beside the protocol. */
export function ownWord(metadata: Metadata | undefined): Record<string, unknown> {
  const own = metadata?.['capstan']
  return isRecord(own) ? own : {}
}
