import { ValidationError, type ValidationIssue } from '../../core/validation-error.ts'
import { defaultDeliveryPolicy, type DeliveryPolicy } from '../delivery-policy.ts'
import { agentStatuses } from '../status-machine.ts'

const numbers = [
  'maxAttempts',
  'backoffMs',
  'maxBackoffMs',
  'deadlineMs',
  'attemptTimeoutMs',
  'maxQueued',
  'maxMessageBytes',
] as const satisfies (keyof DeliveryPolicy)[]

/** The policy with its defaults. @throws ValidationError with all issues. */
export function checkPolicy(given: Partial<DeliveryPolicy> = {}): DeliveryPolicy {
  const policy = { ...defaultDeliveryPolicy, ...given }
  const issues: ValidationIssue[] = []
  for (const name of numbers) {
    if (!Number.isFinite(policy[name]) || policy[name] < 1) {
      issues.push({ path: [name], message: 'must be a number of at least 1' })
    }
  }
  if (!['hold', 'redeliver'].includes(policy.inDoubt)) {
    issues.push({ path: ['inDoubt'], message: 'must be hold or redeliver' })
  }
  if (!['dead-letter', 'requeue'].includes(policy.onRelease)) {
    issues.push({ path: ['onRelease'], message: 'must be dead-letter or requeue' })
  }
  if (!policy.safeStates.every((status) => agentStatuses.includes(status))) {
    issues.push({ path: ['safeStates'], message: `must be some of ${agentStatuses.join(', ')}` })
  }
  const [first] = issues
  if (first === undefined) return Object.freeze(policy)
  throw new ValidationError(`Invalid delivery policy: ${first.path.join('.')} ${first.message}`, issues)
}
