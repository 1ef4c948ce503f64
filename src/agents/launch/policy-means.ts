import type { AgentDefinition } from '../definition/definition.ts'
import type { HeldPolicy, PolicyMeans } from '../definition/definition-policies.ts'

export interface PolicyQuestion {
  readonly policy: HeldPolicy
  readonly transport: 'acp' | 'cli'
  /** Whether the agent is a long-running command-line process. */
  readonly isLongRunning: boolean
}

/** How an agent enforces a policy in this form; undefined if unknown. */
export function policyMeans(
  { policies = [] }: AgentDefinition,
  { policy, transport, isLongRunning }: PolicyQuestion,
): PolicyMeans | undefined {
  return policies.find(
    (means) =>
      means.transport === transport &&
      means.policies.includes(policy) &&
      (transport === 'acp' || means.form === undefined || (means.form === 'long-running') === isLongRunning),
  )
}
