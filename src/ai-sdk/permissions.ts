import { ValidationError } from '../core/validation-error.ts'
import type { PermissionPolicy, PermissionQuestion } from '../run/api/permission-policy.ts'
import { basicPolicy, withPolicy } from '../run/api/permission-rules.ts'
import type { AgentModelSettings } from './settings.ts'

/** Whether the policy asks a person. */
export function asksPerson({ permissions, approvalMode }: AgentModelSettings): boolean {
  return (basicPolicy(permissions) ?? (approvalMode === 'prompt' ? 'ask' : undefined)) === 'ask'
}

/** @throws ValidationError if the policy asks a person and the model has no session to wait for the answer. */
export function refuseToAsk(settings: AgentModelSettings): void {
  if (!asksPerson(settings)) return
  const message = "cannot be 'ask': a model without a session cannot wait for an answer"
  throw new ValidationError(`permissions ${message}`, [{ path: ['permissions'], message }], {
    hint: "Use createAgentModelSession, or set permissions to 'allow-reads', 'allow', 'deny' or a function.",
  })
}

/** Turns `ask` from the caller's policy function into `deny`, since no person can answer. */
export function closedPolicy(permissions: PermissionPolicy | undefined): PermissionPolicy | undefined {
  const policy = basicPolicy(permissions)
  if (permissions === undefined || typeof policy !== 'function') return permissions
  return withPolicy(permissions, async (question: PermissionQuestion) => {
    const answer = await policy(question)
    return answer === 'ask' ? 'deny' : answer
  })
}
