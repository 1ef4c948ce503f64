import type { EventBase } from './event-base.ts'

/** A message of the agent that this version does not understand, passed on unchanged. */
export interface RawEvent extends EventBase {
  type: 'raw'
  /** Name of the protocol or format. */
  source: string
  /** The message, unchanged. */
  payload: unknown
}
