import type { AgentStatus } from '../capabilities/ecosystems/relay/types.ts'

const awake = ['active', 'idle', 'waiting', 'blocked'] as const satisfies AgentStatus[]

/** Every status, and which may follow it. What is final is left only when the session is taken up again. */
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

/** What may follow when the session is taken up again on purpose. */
const afterTakingUp: readonly AgentStatus[] = ['starting', ...awake]

/** Every status there is. */
export const agentStatuses = Object.keys(followers) as readonly AgentStatus[]

/** Whether a message can be handed to a session in this status at all. */
export function isAwake(status: AgentStatus): boolean {
  return (awake as readonly AgentStatus[]).includes(status)
}

/** Whether a session in this status is gone, unless it is taken up again. */
export function isFinal(status: AgentStatus): boolean {
  return followers[status].length === 0
}

/** Whether one status may follow another; `takenUp` when the session is being resumed or registered again. */
export function mayFollow(
  from: AgentStatus,
  to: AgentStatus,
  { takenUp = false }: { takenUp?: boolean } = {},
): boolean {
  return followers[from].includes(to) || (takenUp && afterTakingUp.includes(to))
}
