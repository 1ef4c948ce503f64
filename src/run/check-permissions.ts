import type { AgentDefinition } from '../agents/definition.ts'
import { CapabilityError } from '../capabilities/capability-error.ts'
import { type CapabilityProfile, factOf, valueOf } from '../capabilities/profile.ts'
import { isGuarded } from './choose-transport.ts'
import type { RunOptions } from './options.ts'
import { allowsEverything, asksSomebody, canAsk } from './run-needs.ts'

interface PermissionCheck {
  readonly definition: AgentDefinition
  readonly profile: CapabilityProfile
  readonly warnings: string[]
}

/** Refuses an approval mode that the agent does not have. @throws CapabilityError */
export function checkApprovalMode({ agent, approvalMode }: RunOptions, profile: CapabilityProfile): void {
  const modes = valueOf(profile, 'tools.approval')?.modes
  if (approvalMode === undefined || modes === undefined || modes.includes(approvalMode)) return
  throw new CapabilityError('approvalMode', {
    agent,
    id: 'tools.approval',
    requested: approvalMode,
    supported: modes,
    evidence: factOf(profile, 'tools.approval').evidence,
    hint: modes.length === 0 ? 'Leave the approval mode out.' : `Use ${modes.join(', ')}.`,
  })
}

/**
 * A policy holds only what the agent asks for: of one that does not ask, the run says so before it starts.
 * @throws CapabilityError when `strict`, or when somebody is to answer whom the agent cannot ask.
 */
export function checkPermissions(
  options: RunOptions,
  { definition, profile, warnings }: PermissionCheck,
): void {
  const { agent, permissions, approvalMode, strict } = options
  const { transport } = profile.subject
  if (transport === 'cli' && asksSomebody(options) && !canAsk(definition)) {
    throw new CapabilityError('permissions', {
      agent,
      id: 'tools.approval',
      message: `${agent} cannot ask anybody on its command line`,
      hint: 'Use transport acp, or permissions allow, allow-reads or deny.',
      commandHint: 'Use --transport acp, or --permissions allow, allow-reads or deny.',
    })
  }
  if (allowsEverything(options) || isGuarded(profile)) return
  const policy = typeof permissions === 'string' ? permissions : (approvalMode ?? 'allow-reads')
  const where = transport === 'cli' ? ' on its command line' : ''
  const message = `${agent} does not always ask for approval${where}, so the policy "${policy}" cannot be enforced`
  if (strict) {
    const { evidence } = factOf(profile, 'tools.approval')
    throw new CapabilityError('permissions', {
      agent,
      id: 'tools.approval',
      evidence,
      message,
      hint: 'Set permissions to allow, or use an agent that asks.',
      commandHint: 'Use --permissions allow, or an agent that asks.',
    })
  }
  warnings.push(message)
}
