import type { AgentHistory } from './timeline.ts'

/**
 * What past versions of a built-in agent could do: every check by version, and since which version each works.
 * Read from the package on first use; undefined for an agent without a recorded history.
 */
export async function agentHistory(agent: string): Promise<AgentHistory | undefined> {
  return (await import('./load-history.ts')).loadHistory(agent)
}
