import type { CapabilityRegistry, Negotiation } from './capability-registry.ts'
import type { Fields, Request } from './messages/messages.ts'
import { isSameToken } from '../core/token.ts'
import { isOtherVersion } from './messages/wire.ts'

/** How a host answers handshakes. */
export interface HandshakeRules {
  readonly registry: CapabilityRegistry
  readonly token: string | undefined
  readonly maxParallel: number
  /** Refuses an agent without any enabled capability. */
  readonly strict: boolean
}

/** The session that performs the handshake. */
export interface HandshakeSide {
  readonly sessionId: string
  /** The transport has already authenticated the agent. */
  readonly proven: boolean
}

/** The answer, and the negotiation unless the host refused the agent. */
export interface HandshakeOutcome {
  readonly answer: Fields<'handshake/resp'>
  readonly negotiation?: Negotiation
}

/** Answers a handshake: checks the token, then the version, then the requested capabilities. */
export function answerHandshake(
  request: Request<'handshake/req'>,
  rules: HandshakeRules,
  side: HandshakeSide,
): HandshakeOutcome {
  const { registry, token, maxParallel, strict } = rules
  const base = { session_id: side.sessionId, max_parallel: maxParallel }
  const refuse = (reason: string): HandshakeOutcome => ({
    answer: { ...base, accepted_caps: [], ok: false, reason },
  })
  const isKnown = token === undefined || side.proven || isSameToken(request.auth_token, token)
  if (!isKnown) return refuse('auth_failed')
  if (isOtherVersion(request as unknown as Record<string, unknown>)) return refuse('version_mismatch')
  const negotiation = registry.negotiate(request.agent_caps)
  if (strict && negotiation.enabled.size === 0) return refuse('no_caps')
  const reason = unknownNames(negotiation.unknown)
  return { answer: { ...base, accepted_caps: negotiation.accepted, ok: true, reason }, negotiation }
}

const mostNames = 10
const longestName = 40

function unknownNames(names: readonly string[]): string {
  if (names.length === 0) return ''
  const shown = names.slice(0, mostNames).map((name) => name.slice(0, longestName))
  return `unknown capabilities: ${shown.join(', ')}${names.length > mostNames ? ', …' : ''}`
}
