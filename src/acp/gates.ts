import { CapabilityNotSupportedError } from '../capabilities/capability-not-supported-error.ts'
import { compare } from '../capabilities/compare.ts'
import type { CapstanErrorOptions } from '../core/capstan-error.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import { type CapabilityRequest, requirementsFor } from '../capabilities/requirements.ts'
import type { Handshake } from './handshake.ts'

/** What ACP itself calls a capability, for the errors. */
const wireNames: Readonly<Record<string, string>> = {
  'session.load': 'loadSession',
  'session.list': 'sessionCapabilities.list',
  'session.resume': 'sessionCapabilities.resume',
  'session.fork': 'sessionCapabilities.fork',
  'session.close': 'sessionCapabilities.close',
  'session.delete': 'sessionCapabilities.delete',
  'session.additional-directories': 'sessionCapabilities.additionalDirectories',
  'session.system-prompt': 'sessionCapabilities.systemPrompt',
  'mcp.stdio': 'mcpCapabilities.stdio',
  'mcp.http': 'mcpCapabilities.http',
  'mcp.sse': 'mcpCapabilities.sse',
  'prompt.image': 'promptCapabilities.image',
  'prompt.audio': 'promptCapabilities.audio',
  'prompt.embedded-context': 'promptCapabilities.embeddedContext',
}

/** What to do without a capability. */
const hints: Readonly<Record<string, Pick<CapstanErrorOptions, 'hint' | 'commandHint'>>> = {
  'session.load': { hint: 'Open a new session.' },
  'session.resume': {
    hint: 'Leave out sessionId to begin a new session.',
    commandHint: 'Leave out --resume to begin a new session.',
  },
  'session.fork': {
    hint: 'Leave out forkSessionId to begin a new session.',
    commandHint: 'Leave out --fork to begin a new session.',
  },
  'session.additional-directories': {
    hint: 'Leave out additionalDirectories.',
    commandHint: 'Leave out --add-dir.',
  },
  'session.system-prompt': { hint: 'Put the instructions into the prompt.' },
  'mcp.http': { hint: 'Use a stdio server.' },
  'mcp.sse': { hint: 'Use an http or stdio server.' },
  'prompt.image': { hint: 'Leave out the image, or use another agent.' },
  'prompt.audio': { hint: 'Leave out the audio, or use another agent.' },
  'prompt.embedded-context': { hint: 'Name the file in the prompt instead.' },
}

/**
 * Lets a request through that the agent advertised to support.
 * @throws CapabilityNotSupportedError with ACP's name of the first thing it did not.
 */
export function requireAdvertised(profile: CapabilityProfile, request: CapabilityRequest): void {
  const failed = compare(profile, requirementsFor(request)).results.find(({ verdict }) => verdict !== 'met')
  if (failed === undefined || failed.verdict === 'met') return
  const { id } = failed.requirement
  throw new CapabilityNotSupportedError(wireNames[id] ?? id, {
    id,
    agent: profile.subject.id,
    support: failed.verdict,
    evidence: failed.fact.evidence,
    ...hints[id],
  })
}

/**
 * Lets a system prompt through that the agent advertised to take in this mode.
 * @throws CapabilityNotSupportedError with ACP's name of the mode.
 */
export function requireSystemPrompt(
  { agent, profile, overridesSystemPrompt }: Pick<Handshake, 'agent' | 'profile' | 'overridesSystemPrompt'>,
  { mode, text }: { mode: 'append' | 'override'; text: string },
): void {
  requireAdvertised(profile, { systemPrompt: text })
  if (mode === 'append' || overridesSystemPrompt) return
  throw new CapabilityNotSupportedError('sessionCapabilities.systemPrompt.mode.override', {
    id: 'session.system-prompt',
    agent,
    hint: 'Use appendSystemPrompt, which adds to its own instructions.',
    commandHint: 'Use --append-system-prompt, which adds to its own instructions.',
  })
}

/**
 * The folders that are sent: all of them where the agent advertised to take them, otherwise none, with a warning.
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
