import { CapabilityNotSupportedError } from '../capabilities/capability-not-supported-error.ts'
import { compare } from '../capabilities/compare.ts'
import { acpName, overrideName } from '../capabilities/ecosystems/acp/names.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import { type CapabilityRequest, requirementsFor } from '../capabilities/requirements.ts'
import { gateHint } from './gate-hints.ts'
import type { Handshake } from './handshake.ts'

/**
 * Checks that the agent advertised what a request needs.
 * @throws CapabilityNotSupportedError with ACP's name of the first missing capability.
 */
export function requireAdvertised(profile: CapabilityProfile, request: CapabilityRequest): void {
  const failed = compare(profile, requirementsFor(request)).results.find(({ verdict }) => verdict !== 'met')
  if (failed === undefined || failed.verdict === 'met') return
  const { id } = failed.requirement
  const { id: agent } = profile.subject
  const name = acpName(id) ?? id
  throw new CapabilityNotSupportedError(name, {
    id,
    agent,
    message: notOverAcp(agent, name),
    support: failed.verdict,
    evidence: failed.fact.evidence,
    ...gateHint(id),
  })
}

function notOverAcp(agent: string, name: string): string {
  return `Agent '${agent}' does not support ${name} over ACP`
}

/**
 * Checks that the agent advertised support for a system prompt in this mode.
 * @throws CapabilityNotSupportedError with ACP's name of the mode.
 */
export function requireSystemPrompt(
  { agent, profile, overridesSystemPrompt }: Pick<Handshake, 'agent' | 'profile' | 'overridesSystemPrompt'>,
  { mode, text }: { mode: 'append' | 'override'; text: string },
): void {
  requireAdvertised(profile, { systemPrompt: text })
  if (mode === 'append' || overridesSystemPrompt) return
  throw new CapabilityNotSupportedError(overrideName, {
    id: 'session.system-prompt',
    agent,
    message: notOverAcp(agent, overrideName),
    hint: 'Use appendSystemPrompt, which adds to its own instructions.',
    commandHint: 'Use --append-system-prompt, which adds to its own instructions.',
  })
}

/**
 * The folders to send: all if the agent advertised support, otherwise none, with a warning.
 * @throws CapabilityNotSupportedError instead of the warning when `strict`.
 */
export function allowedDirectories(
  profile: CapabilityProfile,
  directories: readonly string[],
  { strict, onWarning }: { strict: boolean; onWarning: (message: string) => void },
): readonly string[] {
  const request = { additionalDirectories: directories }
  if (compare(profile, requirementsFor(request)).ok) return directories
  if (strict) requireAdvertised(profile, request)
  onWarning(
    `Agent ${profile.subject.id} does not advertise additionalDirectories capability — ignoring ${directories.length} entries.`,
  )
  return []
}
