import type { AgentStatus } from '../capabilities/ecosystems/relay/types.ts'

const awake = ['active', 'idle', 'waiting', 'blocked'] as const satisfies AgentStatus[]

/** The statuses that may follow each status. A final status is left only by resuming the session. */
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

/** Statuses that may follow a final one when the session is resumed. */
const afterResume: readonly AgentStatus[] = ['starting', ...awake]

/** All statuses. */
export const agentStatuses = Object.keys(followers) as readonly AgentStatus[]

/** Whether the status is final unless the session is resumed. */
export function isAwake(status: AgentStatus): boolean {
  return (awake as readonly AgentStatus[]).includes(status)
}

/** Whether the status is final unless the session is resumed. */
export function isFinal(status: AgentStatus): boolean {
  return followers[status].length === 0
}

/** Whether one status may follow another; `resumed` while the session is being resumed. */
export function mayFollow(
  from: AgentStatus,
  to: AgentStatus,
  { resumed = false }: { resumed?: boolean } = {},
): boolean {
  return followers[from].includes(to) || (resumed && afterResume.includes(to))
}
