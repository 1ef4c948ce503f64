import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { HeldPolicy, PolicyMeans } from '../../agents/definition/definition-policies.ts'
import { policyMeans, type PolicyQuestion } from '../../agents/launch/policy-means.ts'
import { type CapabilityProfile, supportOf, valueOf } from '../../capabilities/profile.ts'
import type { RunOptions } from '../api/options.ts'
import { asksSomebody } from '../api/run-needs.ts'

/** The policy of a run, as an agent is started with it: a function answers questions, so the agent has to ask. */
export function policyOf(options: RunOptions): HeldPolicy {
  const { permissions, approvalMode } = options
  if (asksSomebody(options)) return 'ask'
  if (typeof permissions === 'string') return permissions
  const modes = { yolo: 'allow', prompt: 'ask', deny: 'deny' } as const
  return approvalMode === undefined ? 'allow-reads' : modes[approvalMode]
}

/**
 * What an agent is started with. A session asks, so that each of its runs can have a policy of its own; where the agent
 * cannot ask, it gets the policy itself.
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
 * How well a policy is enforced:
 * - `held`: by the means of the agent, or because everything is allowed
 * - `partly`: the means leave something, which `means.leaves` names
 * - `unknown`: what the agent asks is answered by the policy; nobody knows whether it always asks
 * - `none`: the agent acts without asking
 */
export interface PolicyHold {
  readonly grade: 'held' | 'partly' | 'unknown' | 'none'
  readonly means?: PolicyMeans
}

export function policyHold(
  definition: AgentDefinition,
  profile: CapabilityProfile,
  question: PolicyQuestion,
): PolicyHold {
  const means = policyMeans(definition, question)
  if (question.policy === 'allow') return { grade: 'held', ...(means === undefined ? {} : { means }) }
  if (means !== undefined) return { grade: means.leaves === undefined ? 'held' : 'partly', means }
  const { policies = [] } = definition
  if (policies.some(({ transport }) => transport === question.transport)) return { grade: 'none' }
  return { grade: gradeByFacts(profile) }
}

/** An agent of which no means were tried is taken at the word of its facts. */
function gradeByFacts(profile: CapabilityProfile): PolicyHold['grade'] {
  if (supportOf(profile, 'tools.approval') === 'unsupported') return 'none'
  const required = valueOf(profile, 'tools.approval')?.required
  if (required === undefined) return 'unknown'
  return required ? 'held' : 'none'
}

/** What the sandbox leaves to the agent: the workspace, to write in where the policy allows or asks. */
export function sandboxOf(options: RunOptions): {
  sandbox?: { additionalDirectories: readonly string[]; isWritable: boolean }
} {
  const { sandbox = false, additionalDirectories = [] } = options
  if (!sandbox) return {}
  const policy = policyOf(options)
  return { sandbox: { additionalDirectories, isWritable: policy === 'allow' || policy === 'ask' } }
}
