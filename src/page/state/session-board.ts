import {
  deliveryModes,
  type DeliveryMode,
  type AgentStatus,
} from '../../capabilities/ecosystems/relay/types.ts'
import type { LoggedEvent } from '../../sessions/store/session-store.ts'
import type { SessionReport } from '../../sessions/wire/wire-methods.ts'

/** Something that can be done with a session. */
export type SessionAction = 'pause' | 'resume' | 'fork' | 'snapshot' | 'release' | 'flush'

/** All sessions and what they told last. */
export interface SessionBoard {
  readonly reports: readonly SessionReport[]
  /** The last things that happened, the newest first, by session. */
  readonly recent: ReadonlyMap<string, readonly LoggedEvent[]>
}

const mostRecent = 30
/** These come in numbers and say nothing to a person who looks at a list. */
const quiet = new Set<string>(['terminal.output', 'terminal.screen', 'tool.output', 'usage.updated'])

export const emptyBoard: SessionBoard = { reports: [], recent: new Map() }

/** The board with the sessions as they are now, the newest first. */
export function withReports(board: SessionBoard, reports: readonly SessionReport[]): SessionBoard {
  return { ...board, reports: reports.toSorted((one, other) => other.createdAt - one.createdAt) }
}

/** The board after something happened. A status is known at once; the counts need the report again (`needsReport`). */
export function happened(board: SessionBoard, entry: LoggedEvent): SessionBoard {
  const { session, event } = entry
  const reports =
    event.type === 'status.changed'
      ? board.reports.map((report) =>
          report.identity.id === session ? { ...report, status: event.status } : report,
        )
      : board.reports
  if (quiet.has(event.type)) return reports === board.reports ? board : { ...board, reports }
  const before = board.recent.get(session) ?? []
  // What comes again after a lost connection is there already.
  if (before.some(({ cursor }) => cursor >= entry.cursor)) return board
  const recent = new Map(board.recent).set(session, [entry, ...before].slice(0, mostRecent))
  return { reports, recent }
}

/** Whether the list is out of date after this. */
export function needsReport({ event }: LoggedEvent): boolean {
  return /^(session|delivery|message|status)\./.test(event.type)
}

/** The ways in which a session can be given a message now. */
export function modesFor({ capabilities }: SessionReport): readonly DeliveryMode[] {
  const modes = capabilities?.delivery.modes ?? []
  return deliveryModes.filter((mode) => modes.includes(mode))
}

const gone: ReadonlySet<AgentStatus> = new Set(['released', 'offline', 'failed'])

/** What can be done with a session now. */
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

/** How many messages wait for a session, and how many cannot be delivered. */
export function queueOf({ deliveries }: SessionReport): { waiting: number; dead: number; inDoubt: number } {
  const { pending = 0, surfacing = 0, accepted = 0, dead = 0, 'in-doubt': inDoubt = 0 } = deliveries
  return { waiting: pending + surfacing + accepted, dead, inDoubt }
}

/** How often something was tried, in words. */
export function attemptWords(attempts: number): string {
  return attempts === 1 ? '1 attempt' : `${attempts} attempts`
}
