import { ValidationError } from '../core/validation-error.ts'
import type { PermissionPolicy } from '../run/api/permission-policy.ts'
import type { AgentModelSettings } from './settings.ts'

/** Whether a person is to be asked. */
export function asksPerson({ permissions, approvalMode }: AgentModelSettings): boolean {
  return (permissions ?? (approvalMode === 'prompt' ? 'ask' : undefined)) === 'ask'
}

/** @throws ValidationError where a person would be asked and nobody could answer. */
export function refuseToAsk(settings: AgentModelSettings): void {
  if (!asksPerson(settings)) return
  const message = 'cannot be ask: nobody answers the questions of a model whose calls stand alone'
  throw new ValidationError(`permissions ${message}`, [{ path: ['permissions'], message }], {
    hint: 'Use createAgentModelSession, or decide with a function, allow-reads, allow or deny.',
  })
}

/** A policy of the caller's own that leaves nothing open: what it would have asked is refused. */
export function closedPolicy(permissions: PermissionPolicy | undefined): PermissionPolicy | undefined {
  if (typeof permissions !== 'function') return permissions
  return async (question) => {
    const answer = await permissions(question)
    return answer === 'ask' ? 'deny' : answer
  }
}
