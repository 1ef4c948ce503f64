import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { folderPrograms } from '../../agents/launch/folder-programs.ts'
import { type SettingsGap, settingsGap } from '../../agents/launch/settings-gap.ts'
import { CapabilityError } from '../../capabilities/capability-error.ts'
import type { Transport } from '../../capabilities/evidence.ts'
import { type CapabilityProfile, factOf, valueOf } from '../../capabilities/profile.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { RunOptions } from '../api/options.ts'
import { type MissingSandbox, sandboxDecision } from '../permissions/confine.ts'
import { policyHold, type PolicyHold, policyOf, startPolicyOf } from '../permissions/policy-hold.ts'
import { asksSomebody, canAsk } from '../api/run-needs.ts'
import { checkRules, checkTurnRules } from './check-rules.ts'
import { policyHints } from './policy-hints.ts'

interface PermissionCheck {
  readonly definition: AgentDefinition
  readonly profileOf: () => CapabilityProfile
  readonly transport: Transport
  readonly isSession: boolean
  readonly isLongRunning: boolean
  readonly warnings: string[]
}

interface OpenedSession {
  readonly definition: AgentDefinition
  readonly options: RunOptions
  readonly transport: Transport
}

/** Refuses an approval mode that the agent does not support. @throws CapabilityError */
export function checkApprovalMode(
  { agent, approvalMode }: RunOptions,
  profileOf: () => CapabilityProfile,
): void {
  if (approvalMode === undefined) return
  const profile = profileOf()
  const modes = valueOf(profile, 'tools.approval')?.modes
  if (modes === undefined || modes.includes(approvalMode)) return
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
 * Refuses a policy that cannot be enforced, before anything starts.
 * @throws CapabilityError unless `allowUnenforced`; ValidationError for a variable that defeats the policy.
 */
export function checkPermissions(options: RunOptions, check: PermissionCheck): void {
  const { agent, env = {} } = options
  const { definition, profileOf, transport, isSession, isLongRunning } = check
  if (transport === 'cli' && asksSomebody(options) && !canAsk(definition)) {
    throw new CapabilityError('permissions', {
      agent,
      id: 'tools.approval',
      message: `${agent} cannot ask for permission on its command line`,
      ...policyHints(options, { definition, policy: 'ask', transport, canStart: false }),
    })
  }
  const policy = startPolicyOf(options, { definition, isSession, transport, isLongRunning })
  const decision = sandboxDecision(options, definition, transport)
  const hold = policyHold(definition, profileOf, {
    policy,
    transport,
    isLongRunning,
    isConfined: decision.isConfined,
  })
  for (const name of hold.means?.withheld ?? []) {
    if (env[name] === undefined) continue
    const message = `cannot set ${name}: it defeats the policy "${policyOf(options)}"`
    throw new ValidationError(`env ${message}`, [{ path: ['env', name], message }], {
      hint: 'Leave the variable out, or set permissions to allow.',
      commandHint: 'Leave the variable out, or use --permissions allow.',
    })
  }
  checkRules(options, { definition, decision })
  // The sandbox enforces the policy; an agent that cannot ask could never do what a person allows.
  if (decision.isConfined && (policyOf(options) !== 'ask' || hold.grade !== 'none')) return
  if (decision.isConfined) return settle(options, hold, check)
  if (decision.missing === 'outside') checkActionsOutside(options, check)
  else checkMissingSandbox(options, decision.missing, check.warnings)
  settle(options, hold, check)
  const { means } = hold
  const { cwd = process.cwd() } = options
  checkFolder(options, folderPrograms(definition, { cwd, transport, policy }), check.warnings)
  if (means === undefined) return
  const gap = settingsGap(definition, means, { cwd, environment: { ...process.env, ...env } })
  if (gap === undefined) return
  settle(options, { grade: 'partly', means: { ...means, leaves: gap.leaves } }, { ...check, gap })
}

/** A program that already runs acts in place of the agent. @throws CapabilityError unless `allowUnenforced` */
function checkActionsOutside(options: RunOptions, { definition, transport }: PermissionCheck): void {
  const { agent, sandbox, strict = false, allowUnenforced = false } = options
  if (allowUnenforced && !strict && sandbox !== true) return
  const policy = policyOf(options)
  const program = definition.acp?.needsRunning?.join(' ') ?? agent
  throw new CapabilityError('permissions', {
    agent,
    id: 'tools.approval',
    requested: policy,
    message: `${agent} acts through "${program}" over ACP, which runs outside of the sandbox, so ${policy === 'allow' ? 'the sandbox cannot limit it' : `the policy "${policy}" cannot be enforced`}`,
    ...policyHints(options, { definition, policy, transport, canStart: true }),
  })
}

/** Warns that only the agent enforces the policy. @throws CapabilityError under `strict` */
function checkMissingSandbox(
  options: RunOptions,
  missing: Exclude<MissingSandbox, 'outside'> | undefined,
  warnings: string[],
): void {
  if (missing === undefined) return
  const { agent, strict = false } = options
  const policy = policyOf(options)
  const reason = missing === 'off' ? 'The sandbox is off' : `The sandbox is unavailable: ${missing.problem}`
  const message = `${reason}; only the rules of ${agent} enforce the policy "${policy}"`
  if (!strict) {
    warnings.push(message)
    return
  }
  throw new CapabilityError('permissions', {
    agent,
    id: 'tools.approval',
    requested: policy,
    message,
    hint: missing === 'off' ? 'Leave sandbox out.' : 'Install the package bubblewrap, or leave strict out.',
    commandHint:
      missing === 'off'
        ? 'Leave out --sandbox=off.'
        : 'Install the package bubblewrap, or leave out --strict.',
  })
}

/** Warns about programs of the folder that start with the agent, whatever the policy. Under `strict` the sandbox runs. */
function checkFolder(options: RunOptions, paths: readonly string[], warnings: string[]): void {
  if (paths.length === 0) return
  const { agent } = options
  warnings.push(
    `${agent} starts programs from ${paths.join(', ')}, which the policy "${policyOf(options)}" does not cover`,
  )
}

/** Refuses an unenforced policy, or warns if the caller accepts it or a person watches the agent. */
function settle(
  options: RunOptions,
  hold: PolicyHold,
  { definition, profileOf, transport, warnings, gap }: PermissionCheck & { gap?: SettingsGap },
): void {
  const { agent, strict = false, allowUnenforced = false } = options
  if (hold.grade === 'held') return
  const policy = policyOf(options)
  const where = transport === 'cli' ? ' on its command line' : ' over ACP'
  const reason = {
    partly: `${agent} ${hold.means?.leaves ?? ''}${where}`,
    unknown: `No evidence that ${agent} always asks before it acts${where}`,
    none: `${agent} acts without asking${where}`,
  }[hold.grade]
  const effect =
    hold.grade === 'unknown' ? 'covers only the actions that it asks about' : 'cannot be enforced'
  const message = `${reason}, so the policy "${policy}" ${effect}`
  const isSeen = hold.grade === 'unknown' || (hold.grade === 'partly' && policy === 'ask')
  if (allowUnenforced || (isSeen && !strict)) {
    warnings.push(message)
    return
  }
  throw new CapabilityError('permissions', {
    agent,
    id: 'tools.approval',
    requested: policy,
    evidence: factOf(profileOf(), 'tools.approval').evidence,
    message,
    ...(gap === undefined
      ? policyHints(options, {
          definition,
          policy,
          transport,
          canStart: true,
        })
      : gapHints(gap)),
  })
}

function gapHints({ path }: SettingsGap): { hint: string; commandHint: string } {
  const fix = `Remove the setting from ${path}, or accept it with`
  return { hint: `${fix} allowUnenforced.`, commandHint: `${fix} --allow-unenforced.` }
}

/** Refuses a stricter policy for a run of a session that was opened with `allow`. @throws CapabilityError */
export function checkTurnPolicy({ definition, options, transport }: OpenedSession, turn: RunOptions): void {
  checkTurnRules(options, turn)
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
