import { CapabilityError } from '../../capabilities/capability-error.ts'
import type { RunOptions } from '../api/options.ts'
import { policyOf } from '../permissions/policy-hold.ts'
import type { ValidatedRun } from './validate.ts'

/** Refuses a stricter policy for a run of a session that was opened with `allow`. @throws CapabilityError */
export function checkTurnPolicy({ definition, options, transport }: ValidatedRun, turn: RunOptions): void {
  const policy = policyOf(turn)
  const isHeldAtStart = (definition.policies ?? []).some((means) => means.transport === transport)
  if (policy === 'allow' || policyOf(options) !== 'allow' || !isHeldAtStart) return
  throw new CapabilityError('permissions', {
    agent: options.agent,
    id: 'tools.approval',
    requested: policy,
    message: `The session with ${options.agent} was opened with the policy "allow", so "${policy}" cannot be enforced`,
    hint: 'Open another session with this policy.',
  })
}
