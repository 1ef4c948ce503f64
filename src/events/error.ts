import type { EventBase } from './event-base.ts'

/** What went wrong, wherever an event reports a failure. */
export interface ErrorDetail {
  /** A sentence for people. */
  message: string
  /** A stable code: a word, or the number a protocol gave. */
  code?: string | number
  /** Whether trying the same again can succeed. Absent: not said. */
  retryable?: boolean
  /** Further details, as the source gave them. */
  data?: unknown
}

/** Something went wrong. The work may go on; when it cannot, `status.changed` or `finish` follows. */
export interface ErrorEvent extends EventBase {
  type: 'error'
  /** What went wrong. */
  error: ErrorDetail
}
