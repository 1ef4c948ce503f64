import type { AuthMethod, Handshake } from '../acp/handshake.ts'
import type { IAgentCapabilities } from '../capabilities/ecosystems/acp/types.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import { startAgent } from './launch/start-agent.ts'
import type { ValidatedRun } from './validate/validate.ts'

/** What an agent told when it was asked longRunning. */
export interface ProbeResult {
  readonly agent: string
  /** What the program calls itself that answered, and its version: a bridge has its own. */
  readonly name?: string
  readonly version?: string
  readonly protocolVersion: 1 | 2
  readonly capabilities: IAgentCapabilities
  /** The same as facts with evidence. */
  readonly profile: CapabilityProfile
  readonly authMethods: readonly AuthMethod[]
  /** Its answer as it came. */
  readonly answer: Readonly<Record<string, unknown>>
  /** When it was asked, as ISO 8601: now, or earlier where the answer was remembered. */
  readonly at: string
}

export interface ProbeOptions {
  /** How long the agent may take to answer, in milliseconds. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Variables for the agent beside those that it gets anyway. */
  env?: Readonly<Record<string, string>>
  /** Takes an earlier answer of the same command, where there is one. */
  remembered?: boolean
}

/** Starts an agent, shakes hands and ends it again. No session is opened and no model is asked. */
export async function probeAgent(
  validated: ValidatedRun,
  { timeoutMs, signal = new AbortController().signal, remembered = false }: ProbeOptions = {},
): Promise<ProbeResult> {
  const { definition, profiles } = validated
  const { env } = validated.options
  const known = remembered ? profiles.remembered(definition, { env }) : undefined
  if (known?.at !== undefined) return resultOf(known.handshake, known.at)
  const options =
    timeoutMs === undefined
      ? validated.options
      : { ...validated.options, timeouts: { initializeMs: timeoutMs } }
  const { host, launched, at } = await startAgent({ ...validated, options }, { onWarning: () => {}, signal })
  try {
    return resultOf(host.handshake, at)
  } finally {
    host.close()
    await launched.stop({ closeGraceMs: 200, termGraceMs: 500 })
  }
}

function resultOf(handshake: Handshake, at: string): ProbeResult {
  const { agent, name, version, protocolVersion, capabilities, profile, authMethods, answer } = handshake
  return {
    agent,
    ...(name === undefined ? {} : { name }),
    ...(version === undefined ? {} : { version }),
    protocolVersion,
    capabilities,
    profile,
    authMethods,
    answer,
    at,
  }
}
