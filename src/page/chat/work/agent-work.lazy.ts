import type * as Work from './agent-work.ts'

export type AgentWork = typeof Work

/** Loads the views of the agent's work, at its first tool call or question: a first message needs none of them. */
export async function loadAgentWork(): Promise<AgentWork> {
  return await import('./agent-work.ts')
}
