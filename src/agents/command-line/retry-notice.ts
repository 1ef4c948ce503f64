import type { EventBase } from '../../events/event-base.ts'
import type { NoticeEvent } from '../../events/notice.ts'

/** An agent asks its provider again after a failure. What it does not say is left out. */
export interface Retry {
  /** The number of the attempt, from 1. */
  readonly attempt?: number | undefined
  /** The most attempts it makes. */
  readonly most?: number | undefined
  /** The HTTP status the provider answered with. */
  readonly status?: number | undefined
  /** Why the attempt before failed. */
  readonly reason?: string | undefined
}

/** The one form in which every agent's retries are reported. */
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
