import type { StartedAgent } from '../../run/launch/start-agent.ts'
import type { ValidatedRun } from '../../run/validate/validate.ts'

/** Starts an agent without a session. The code that starts processes is loaded with the first call. */
export async function connectLazily(validated: ValidatedRun, signal: AbortSignal): Promise<StartedAgent> {
  const { startAgent } = await import('../../run/launch/start-agent.ts')
  return startAgent(validated, { onWarning: () => {}, signal })
}
