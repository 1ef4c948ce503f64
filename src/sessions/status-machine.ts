import type { AgentStatus } from '../capabilities/ecosystems/relay/types.ts'

const awake = ['active', 'idle', 'waiting', 'blocked'] as const satisfies AgentStatus[]

/** The statuses that may follow each status. A final status is left only by resuming or releasing the session. */
const followers: Readonly<Record<AgentStatus, readonly AgentStatus[]>> = {
  starting: [...awake, 'paused', 'releasing', 'released', 'offline', 'failed'],
  active: [...awake, 'paused', 'releasing', 'released', 'offline', 'failed'],
  idle: [...awake, 'paused', 'releasing', 'released', 'offline', 'failed'],
  waiting: [...awake, 'paused', 'releasing', 'released', 'offline', 'failed'],
  blocked: [...awake, 'paused', 'releasing', 'released', 'offline', 'failed'],
  paused: ['starting', ...awake, 'releasing', 'released', 'offline', 'failed'],
  releasing: ['released', 'offline', 'failed'],
  released: [],
  offline: ['starting', ...awake, 'paused', 'releasing', 'released', 'failed'],
  failed: [],
}

/** Statuses that may follow a final one when the owner resumes the session, or releases a failed one. */
const afterDecision = {
  resume: ['starting', ...awake],
  release: ['releasing', 'released'],
} as const satisfies Record<string, AgentStatus[]>

/** What the owner is doing with the session. */
export type OwnerDecision = keyof typeof afterDecision

/** All statuses. */
export const agentStatuses = Object.keys(followers) as readonly AgentStatus[]

/** Whether a session in this status takes messages. */
export function isAwake(status: AgentStatus): boolean {
  return (awake as readonly AgentStatus[]).includes(status)
}

/** Whether the status is final unless the session is resumed. */
export function isFinal(status: AgentStatus): boolean {
  return followers[status].length === 0
}

/** Whether a session in this status runs again only when a person resumes it, also on another node. */
export function isResting(status: AgentStatus): boolean {
  return status === 'offline' || status === 'paused'
}

/** Whether one status may follow another; `decision` while the owner resumes or releases the session. */
export function mayFollow(
  from: AgentStatus,
  to: AgentStatus,
  { decision }: { decision?: OwnerDecision | undefined } = {},
): boolean {
  if (followers[from].includes(to)) return true
  const decided: readonly AgentStatus[] = decision === undefined ? [] : afterDecision[decision]
  return decided.includes(to) && !(decision === 'release' && from === 'released')
}
