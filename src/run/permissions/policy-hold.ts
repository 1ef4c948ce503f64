import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { HeldPolicy, PolicyMeans } from '../../agents/definition/definition-policies.ts'
import { policyMeans, type PolicyQuestion } from '../../agents/launch/policy-means.ts'
import { type CapabilityProfile, supportOf, valueOf } from '../../capabilities/profile.ts'
import type { RunOptions } from '../api/options.ts'
import { basicPolicy } from '../api/permission-rules.ts'
import { asksSomebody } from '../api/run-needs.ts'

/** The policy to start an agent with; a policy function and rules for questions need the agent to ask. */
export function policyOf(options: RunOptions): HeldPolicy {
  const { permissions, approvalMode } = options
  if (asksSomebody(options)) return 'ask'
  const policy = basicPolicy(permissions)
  if (typeof policy === 'string') return policy
  const modes = { yolo: 'allow', prompt: 'ask', deny: 'deny' } as const
  return approvalMode === undefined ? 'allow-reads' : modes[approvalMode]
}

/**
 * The policy to start an agent with. In a session the agent asks, so that each run can have its own policy; an agent
 * that cannot ask gets the policy itself.
 */
export function startPolicyOf(
  options: RunOptions,
  {
    definition,
    isSession,
    ...form
  }: { definition: AgentDefinition; isSession: boolean } & Omit<PolicyQuestion, 'policy'>,
): HeldPolicy {
  const policy = policyOf(options)
  const asks =
    isSession && policy === 'allow-reads' && policyMeans(definition, { ...form, policy: 'ask' }) !== undefined
  return asks ? 'ask' : policy
}

/**
 * How well a policy is enforced without a sandbox:
 * - `held`: the agent enforces it, or everything is allowed
 * - `partly`: the agent enforces it with gaps, which `means.leaves` names
 * - `unknown`: the policy answers the agent's requests; no evidence that the agent always asks
 * - `none`: the agent acts without asking
 */
export interface PolicyHold {
  readonly grade: 'held' | 'partly' | 'unknown' | 'none'
  readonly means?: PolicyMeans
}

export function policyHold(
  definition: AgentDefinition,
  profileOf: () => CapabilityProfile,
  question: PolicyQuestion,
): PolicyHold {
  const means = policyMeans(definition, question)
  if (question.policy === 'allow') return { grade: 'held', ...(means === undefined ? {} : { means }) }
  if (means !== undefined) return { grade: means.leaves === undefined ? 'held' : 'partly', means }
  const { policies = [] } = definition
  if (policies.some(({ transport }) => transport === question.transport)) return { grade: 'none' }
  return { grade: gradeByFacts(definition, profileOf()) }
}

/**
 * Without tested means: an agent that was seen to ask may not ask with other settings, or before other actions. Capstan's
 * own programs have no such settings.
 */
function gradeByFacts({ acp }: AgentDefinition, profile: CapabilityProfile): PolicyHold['grade'] {
  const required = valueOf(profile, 'tools.approval')?.required
  if (supportOf(profile, 'tools.approval') === 'unsupported' || required === false) return 'none'
  return required === true && acp?.own === true ? 'held' : 'unknown'
}
