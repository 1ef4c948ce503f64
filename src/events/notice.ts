import type { EventBase } from './event-base.ts'
import type { OpenValue } from './open-value.ts'

/** Something to show to the user that is no part of the conversation. */
export interface NoticeEvent extends EventBase {
  type: 'notice'
  /** How much it matters. */
  severity: OpenValue<'info' | 'warning' | 'error'>
  /** One line that stands alone. */
  title: string
  /** More detail. */
  description?: string
}

/** A line for a log; nothing a user has to see. */
export interface LogEvent extends EventBase {
  type: 'log'
  /** How much it matters. */
  level: 'debug' | 'info' | 'warn' | 'error'
  /** The line. */
  message: string
}
