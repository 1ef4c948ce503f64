import type { EventBase } from '../../events/event-base.ts'
import type { NoticeEvent } from '../../events/notice.ts'

/** An agent retries a provider request. Unknown fields are undefined. */
export interface Retry {
  /** The number of the attempt, from 1. */
  readonly attempt?: number | undefined
  /** The maximum number of attempts. */
  readonly most?: number | undefined
  /** The HTTP status of the provider's answer. */
  readonly status?: number | undefined
  /** Why the previous attempt failed. */
  readonly reason?: string | undefined
}

/** The event that reports a retry, the same for every agent. */
export function retryNotice(agent: string, retry: Retry, base: EventBase = {}): NoticeEvent {
  const { attempt, most, status, reason } = retry
  const which = attempt === undefined ? '' : `: attempt ${attempt}${most === undefined ? '' : ` of ${most}`}`
  const description = reason ?? (status === undefined ? undefined : `HTTP ${status}`)
  return {
    ...base,
    type: 'notice',
    severity: 'warning',
    title: `${agent} retries${which}`,
    ...(description === undefined ? {} : { description }),
  }
}
