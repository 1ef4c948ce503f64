import type { EventBase } from './event-base.ts'

/** Something the agent sent that this version does not understand. Passed on, never lost. */
export interface RawEvent extends EventBase {
  type: 'raw'
  /** Name of the protocol or format it came in. */
  source: string
  /** What came, untouched. */
  payload: unknown
}
