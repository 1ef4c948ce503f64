import type { EventBase } from './event-base.ts'

/** A failure in an event. */
export interface ErrorDetail {
  /** Message for display. */
  message: string
  /** A stable code, or the error number of a protocol. */
  code?: string | number
  /** Whether a retry can succeed. Absent: unknown. */
  retryable?: boolean
  /** Further details from the source. */
  data?: unknown
}

/** An error occurred. The work may continue; otherwise `status.changed` or `finish` follows. */
export interface ErrorEvent extends EventBase {
  type: 'error'
  /** The error. */
  error: ErrorDetail
}
