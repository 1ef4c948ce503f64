import type { StartedAgent } from '../../run/conversation.ts'
import type { ValidatedRun } from '../../run/validate.ts'

/** Starts an agent for what only its connection can tell. What starts processes is loaded with the first. */
export async function connectLazily(validated: ValidatedRun, signal: AbortSignal): Promise<StartedAgent> {
  const { startAgent } = await import('../../run/conversation.ts')
  return startAgent(validated, { onWarning: () => {}, signal })
}
