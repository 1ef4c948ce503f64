import type { AuthMethod, Handshake } from '../acp/handshake.ts'
import type { IAgentCapabilities } from '../capabilities/ecosystems/acp/types.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import { startAgent } from './launch/start-agent.ts'
import type { ValidatedRun } from './validate/validate.ts'

/** The result of a handshake with an agent. */
export interface ProbeResult {
  readonly agent: string
  /** The name and version of the program that answered: a bridge reports its own. */
  readonly name?: string
  readonly version?: string
  readonly protocolVersion: 1 | 2
  readonly capabilities: IAgentCapabilities
  /** The capabilities as facts with evidence. */
  readonly profile: CapabilityProfile
  readonly authMethods: readonly AuthMethod[]
  /** The unmodified response. */
  readonly answer: Readonly<Record<string, unknown>>
  /** When the agent answered, as ISO 8601; earlier than now if the answer was cached. */
  readonly at: string
}

export interface ProbeOptions {
  /** The timeout of the handshake, in milliseconds. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Additional environment variables for the agent. */
  env?: Readonly<Record<string, string>>
  /** Returns a cached answer of the same command, if any. */
  remembered?: boolean
}

/** Starts an agent, does the handshake and stops the agent. Opens no session and calls no model. */
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
  const { connection, launched, at } = await startAgent(
    { ...validated, options },
    { onWarning: () => {}, signal },
  )
  try {
    return resultOf(connection.handshake, at)
  } finally {
    connection.close()
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
