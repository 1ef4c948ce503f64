import type { LaunchPlan } from '../../agents/launch/launch-plan.ts'
import { confineOf, estimateReason, sandboxDecision } from '../permissions/confine.ts'
import { policyHold, policyOf, startPolicyOf } from '../permissions/policy-hold.ts'
import type { ValidatedRun } from '../validate/validate.ts'

/** Who enforces the policy and the limits of a run. */
export interface Enforcement {
  /** `none` if everything is allowed, or if nothing keeps the agent from acting without asking. */
  readonly enforcement: 'sandbox' | 'agent' | 'none'
  /** The hosts that the agent can reach, its own first; `{NAME}` is the value of a variable. MCP servers and providers add theirs. */
  readonly network: 'open' | readonly string[]
  /** `exact` if the model proxy counts every model call. */
  readonly limits: 'exact' | 'estimated'
  /** Why limits are estimated. */
  readonly limitsReason?: string
}

/** How a run would be started, and what would enforce its policy. */
export interface RunPlan extends LaunchPlan, Enforcement {}

/** Who enforces the policy and the limits of a validated run. */
export function enforcementOf(validated: ValidatedRun): Enforcement {
  const { options, definition } = validated
  const hosts = confineOf(validated).confine?.hosts
  const reason = estimateReason(validated)
  return {
    enforcement: sandboxDecision(options, definition, validated.transport).isConfined
      ? 'sandbox'
      : withoutSandbox(validated),
    network: hosts === undefined ? 'open' : [...new Set([...(definition.home?.hosts ?? []), ...hosts])],
    ...(reason === undefined
      ? { limits: 'exact' as const }
      : { limits: 'estimated' as const, limitsReason: reason }),
  }
}

function withoutSandbox({
  options,
  definition,
  transport,
  isSession,
  isLongRunning,
  ...validated
}: ValidatedRun): 'agent' | 'none' {
  if (policyOf(options) === 'allow') return 'none'
  const policy = startPolicyOf(options, { definition, isSession, transport, isLongRunning })
  const { profiles } = validated
  const { grade } = policyHold(definition, () => profiles.known(definition.id, { transport }), {
    policy,
    transport,
    isLongRunning: isLongRunning || isSession,
  })
  return grade === 'none' ? 'none' : 'agent'
}
