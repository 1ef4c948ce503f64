import {
  deliveryModes,
  type DeliveryMode,
  type AgentStatus,
} from '../../../capabilities/ecosystems/relay/types.ts'
import { isRecord } from '../../../core/is-record.ts'
import type { Place } from '../place.ts'
import type { LoggedEvent } from '../../../sessions/store/session-store.ts'
import type { SessionReport } from '../../../sessions/wire/wire-methods.ts'

export type SessionAction = 'pause' | 'resume' | 'fork' | 'snapshot' | 'release' | 'flush'

/** All sessions. */
export interface SessionBoard {
  readonly reports: readonly SessionReport[]
}

const frequent = new Set<string>(['terminal.output', 'terminal.screen', 'tool.output', 'usage.updated'])

/** Whether events of this type are too many to list. */
export function isFrequent({ type }: LoggedEvent['event']): boolean {
  return frequent.has(type)
}

export const emptyBoard: SessionBoard = { reports: [] }

/** The board with new reports, newest first. */
export function withReports(reports: readonly SessionReport[]): SessionBoard {
  return { reports: reports.toSorted((one, other) => other.createdAt - one.createdAt) }
}

/** The board after an event. It updates the status; counts need a new report (`needsReport`). */
export function withEvent(board: SessionBoard, { session, event }: LoggedEvent): SessionBoard {
  if (event.type !== 'status.changed') return board
  const { status } = event
  return {
    reports: board.reports.map((report) => (report.identity.id === session ? { ...report, status } : report)),
  }
}

/** Whether an event makes the reports stale. */
export function needsReport({ event }: LoggedEvent): boolean {
  return /^(session|delivery|message|status)\./.test(event.type)
}

/** The delivery modes that a session supports now. A message starts the agent of a stopped chat again. */
export function modesFor(report: SessionReport): readonly DeliveryMode[] {
  const { capabilities, status } = report
  if (capabilities === undefined && status === 'offline' && chatOf(report) !== undefined) return ['on-idle']
  const modes = capabilities?.delivery.modes ?? []
  return deliveryModes.filter((mode) => modes.includes(mode))
}

/** The chat that the session belongs to; undefined for a session that was opened by itself. */
export function chatOf({ origin }: SessionReport): Place | undefined {
  const { agent, source } = origin ?? {}
  const thread = isRecord(source) ? source['threadId'] : undefined
  if (typeof agent !== 'string' || typeof thread !== 'string') return undefined
  return { view: 'chat', subject: agent, thread }
}

/** Why messages wait, and what to do about it; undefined if nothing holds them up. */
export function waitReason(report: SessionReport): string | undefined {
  const isAsking = report.status === 'blocked'
  if (isAsking && chatOf(report) !== undefined)
    return 'The agent asks a question. Messages wait until you answer it in the chat.'
  if (isAsking) return 'The agent asks a question. Messages wait for the answer.'
  if (queueOf(report).waiting === 0) return undefined
  if (report.status === 'paused') return 'The session is paused. Resume it to deliver its messages.'
  if (report.status === 'offline')
    return 'The agent is not running. Resume the session to deliver its messages.'
  return undefined
}

const gone: ReadonlySet<AgentStatus> = new Set(['released', 'offline', 'failed'])

/** The actions that a session supports now. */
export function actionsFor({ capabilities, status, origin }: SessionReport): SessionAction[] {
  if (capabilities === undefined || gone.has(status)) {
    const canReturn = capabilities?.lifecycle.resume === true || origin !== undefined
    return status === 'released' ? [] : [...(canReturn ? (['resume'] as const) : []), 'release']
  }
  const { lifecycle, delivery } = capabilities
  const isPaused = status === 'paused'
  const offered: Record<SessionAction, boolean> = {
    pause: lifecycle.pause === true && !isPaused,
    resume: lifecycle.resume === true && isPaused,
    fork: lifecycle.fork === true,
    snapshot: lifecycle.snapshot === true,
    flush: delivery.modes.includes('manual'),
    release: lifecycle.release,
  }
  return (Object.keys(offered) as SessionAction[]).filter((action) => offered[action])
}

/** Counts of queued, dead and in-doubt messages. */
export function queueOf({ deliveries }: SessionReport): { waiting: number; dead: number; inDoubt: number } {
  const { pending = 0, surfacing = 0, accepted = 0, dead = 0, 'in-doubt': inDoubt = 0 } = deliveries
  return { waiting: pending + surfacing + accepted, dead, inDoubt }
}

export function attemptText(attempts: number): string {
  return attempts === 1 ? '1 attempt' : `${attempts} attempts`
}
