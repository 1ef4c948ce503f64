import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { Transport } from '../../capabilities/evidence.ts'
import { isInside } from '../../core/files/path-inside.ts'
import { type SandboxSupport, sandboxSupport } from '../../sandbox/bubblewrap.ts'
import { checkFolders } from '../../sandbox/refused-folders.ts'
import type { WorkspaceAccess } from '../../sandbox/sandbox-plan.ts'
import type { RunOptions } from '../api/options.ts'
import type { ConfinementLimits } from '../api/confinement-limits.ts'
import { answersQuestions, basicPolicy, limitsPlaces, rulesOf } from '../api/permission-rules.ts'
import { policyOf } from './policy-hold.ts'
import { realPath, rulePath } from './rule-paths.ts'

type Run = Pick<RunOptions, 'sandbox' | 'env'> & RunOptions

/** Whether a run is in the sandbox, and why not where its policy would need it. */
export type SandboxDecision =
  | { readonly isConfined: true }
  | { readonly isConfined: false; readonly missing?: MissingSandbox }

/** `off`: switched off. `outside`: the actions happen in another program, which no sandbox of a run contains. */
export type MissingSandbox = 'off' | 'outside' | { readonly problem: string }

/**
 * A policy that limits the agent needs the sandbox. Capstan's own programs do not: they ask before everything, whatever
 * the settings are. Rules for paths and hosts always need it.
 */
export function sandboxDecision(
  options: Run,
  definition: AgentDefinition,
  transport: Transport,
): SandboxDecision {
  const { sandbox } = options
  const isLimited = policyOf(options) !== 'allow'
  if (actsOutside(definition, transport)) {
    return { isConfined: false, ...(isLimited || sandbox === true ? { missing: 'outside' } : {}) }
  }
  if (sandbox === true) return { isConfined: true }
  const isOwn = definition.acp?.own === true && !limitsPlaces(options.permissions)
  if (!isLimited || isOwn || isAcceptedUnasked(options, definition, transport)) return { isConfined: false }
  if (sandbox === false) return { isConfined: false, missing: 'off' }
  const support = supportFor(options)
  return 'path' in support ? { isConfined: true } : { isConfined: false, missing: support }
}

/** The caller accepts that the agent acts without asking: in the sandbox, nobody could allow what it does. */
function isAcceptedUnasked(options: Run, { policies = [] }: AgentDefinition, transport: Transport): boolean {
  if (options.allowUnenforced !== true || policyOf(options) !== 'ask') return false
  const known = policies.filter((means) => means.transport === transport)
  return known.length > 0 && !known.some((means) => means.policies.includes('ask'))
}

/** @throws CapstanError `SANDBOX_FOLDER_REFUSED`: without the sandbox, such a folder is not safer. */
function supportFor({ env = {}, cwd = process.cwd(), additionalDirectories = [] }: Run): SandboxSupport {
  if (process.platform === 'linux') checkFolders([cwd, ...additionalDirectories])
  return sandboxSupport({ PATH: env['PATH'] ?? process.env['PATH'] }, [cwd, ...additionalDirectories])
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
  const { additionalDirectories = [], mcpServers = [], permissions, cwd = process.cwd() } = options
  const { noSession, sessionId, forkSessionId } = options
  const policy = policyOf(options)
  const { read = [], write = [], hosts } = rulesOf(permissions)
  // In a session, each run can have its own policy. Otherwise only a question that a rule answers opens the workspace.
  const isReadOnly =
    basicPolicy(permissions) === 'allow-reads' && !answersQuestions(permissions) && !isSession
  const access = isSession && policy === 'allow-reads' ? 'asked' : isReadOnly ? 'read' : accessOf[policy]
  const roots = [cwd, ...additionalDirectories]
  const readable = read.map((path) => rulePath(path, cwd))
  return {
    confine: {
      access,
      additionalDirectories,
      // A mount in the workspace would keep the agent from what a question allows.
      readable:
        access === 'hidden'
          ? readable
          : readable.filter((path) => !roots.some((root) => isInside(path, realPath(root)))),
      writable: write.map((path) => rulePath(path, cwd)),
      hosts: hosts ?? (policy === 'allow' ? undefined : []),
      mcpServers,
      // Some agents cannot delete a session that is mounted from another folder.
      keepsSessions:
        isSession || noSession !== true || sessionId !== undefined || forkSessionId !== undefined,
    },
  }
}

/** Why the proxy does not count the model calls of a run, so that its limits are estimated; undefined if it counts them. */
export function estimateReason(run: Parameters<typeof confineOf>[0]): string | undefined {
  const { definition, options } = run
  if (!isThroughProxy(run)) return `the model calls of ${definition.id} do not go through the proxy`
  if (definition.home === undefined) return `the proxy cannot read the model calls of ${definition.id}`
  const environment = { ...process.env, ...options.env }
  const chosen = definition.home.uncounted?.find((name) => (environment[name] ?? '') !== '')
  if (chosen !== undefined)
    return `the proxy does not count the model calls of the provider that ${chosen} chooses`
  return definition.home.unreadable
}

/** The proxy is the only way out of a sandbox with a list of hosts. In an open network, variables send the agent to it. */
function isThroughProxy(run: Parameters<typeof confineOf>[0]): boolean {
  const { definition, transport } = run
  const { confine } = confineOf(run)
  if (confine?.hosts !== undefined) return true
  return !actsOutside(definition, transport) && process.env['CAPSTAN_PROXY'] !== 'off'
}

/** Whether another program, which runs already, acts in place of the agent. */
function actsOutside({ acp }: AgentDefinition, transport: Transport): boolean {
  return transport === 'acp' && acp?.needsRunning !== undefined
}
