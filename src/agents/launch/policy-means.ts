import type { AgentDefinition } from '../definition/definition.ts'
import type { HeldPolicy, PolicyMeans } from '../definition/definition-policies.ts'

export interface PolicyQuestion {
  readonly policy: HeldPolicy
  readonly transport: 'acp' | 'cli'
  /** Whether the agent is a long-running command-line process. */
  readonly isLongRunning: boolean
  /** Whether the agent runs in the sandbox. */
  readonly isConfined?: boolean
}

/** How an agent enforces a policy in this form; undefined if unknown. */
export function policyMeans(
  { policies = [] }: AgentDefinition,
  { policy, transport, isLongRunning, isConfined = false }: PolicyQuestion,
): PolicyMeans | undefined {
  const fitting = policies.filter(
    (means) =>
      means.transport === transport &&
      means.policies.includes(policy) &&
      (transport === 'acp' || means.form === undefined || (means.form === 'long-running') === isLongRunning),
  )
  const confined = isConfined ? fitting.find((means) => means.confined) : undefined
  return confined ?? fitting.find((means) => !means.confined)
}
