import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { Transport } from '../../capabilities/evidence.ts'
import { type SandboxSupport, sandboxSupport } from '../../sandbox/bubblewrap.ts'
import type { WorkspaceAccess } from '../../sandbox/sandbox-plan.ts'
import type { RunOptions } from '../api/options.ts'
import type { ConfinementLimits } from '../api/confinement-limits.ts'
import { policyOf } from './policy-hold.ts'

type Run = Pick<RunOptions, 'sandbox' | 'env'> & RunOptions

/** Whether a run is in the sandbox, and why not where its policy would need it. */
export type SandboxDecision =
  | { readonly isConfined: true }
  | { readonly isConfined: false; readonly missing?: MissingSandbox }

/** `off`: switched off. `outside`: the actions happen in another program, which no sandbox of a run contains. */
export type MissingSandbox = 'off' | 'outside' | { readonly problem: string }

/**
 * A policy that limits the agent needs the sandbox. Capstan's own programs do not: they ask before everything, whatever
 * the settings are.
 */
export function sandboxDecision(
  options: Run,
  definition: AgentDefinition,
  transport: Transport,
): SandboxDecision {
  const { sandbox } = options
  const isLimited = policyOf(options) !== 'allow'
  if (transport === 'acp' && definition.acp?.needsRunning !== undefined) {
    return { isConfined: false, ...(isLimited || sandbox === true ? { missing: 'outside' } : {}) }
  }
  if (sandbox === true) return { isConfined: true }
  if (!isLimited || definition.acp?.own === true) return { isConfined: false }
  if (sandbox === false) return { isConfined: false, missing: 'off' }
  const support = supportFor(options)
  return 'path' in support ? { isConfined: true } : { isConfined: false, missing: support }
}

function supportFor({ env = {} }: Run): SandboxSupport {
  return sandboxSupport({ PATH: env['PATH'] ?? process.env['PATH'] })
}

const accessOf = {
  deny: 'hidden',
  'allow-reads': 'read',
  ask: 'asked',
  allow: 'write',
} as const satisfies Record<string, WorkspaceAccess>

/** The limits of the sandbox for a run; empty without a sandbox. */
export function confineOf({
  options,
  definition,
  transport,
  isSession,
}: {
  options: RunOptions
  definition: AgentDefinition
  transport: Transport
  isSession: boolean
}): { confine?: ConfinementLimits } {
  if (!sandboxDecision(options, definition, transport).isConfined) return {}
  const { additionalDirectories = [], mcpServers = [] } = options
  const policy = policyOf(options)
  // In a session, each run can have its own policy.
  const access = isSession && policy === 'allow-reads' ? 'asked' : accessOf[policy]
  return {
    confine: {
      access,
      additionalDirectories,
      readable: [],
      writable: [],
      hosts: policy === 'allow' ? undefined : [],
      mcpServers,
    },
  }
}
