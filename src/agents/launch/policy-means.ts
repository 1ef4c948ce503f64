import type { AgentDefinition } from '../definition/definition.ts'
import type { HeldPolicy, PolicyMeans } from '../definition/definition-policies.ts'

export interface PolicyQuestion {
  readonly policy: HeldPolicy
  readonly transport: 'acp' | 'cli'
  /** Whether the agent is a long-running process on its command line. */
  readonly isLongRunning: boolean
}

/** The means by which an agent enforces a policy in this form; undefined where none is known. */
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
