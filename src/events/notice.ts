import type { EventBase } from './event-base.ts'
import type { OpenValue } from './open-value.ts'

/** A message for the user that is not part of the conversation. */
export interface NoticeEvent extends EventBase {
  type: 'notice'
  /** Severity. */
  severity: OpenValue<'info' | 'warning' | 'error'>
  /** One-line summary. */
  title: string
  /** More detail. */
  description?: string
}

/** A log line; users need not see it. */
export interface LogEvent extends EventBase {
  type: 'log'
  /** Severity. */
  level: 'debug' | 'info' | 'warn' | 'error'
  /** The line. */
  message: string
}
