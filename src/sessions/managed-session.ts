import type { AgentSessionCapabilities, AgentStatus } from '../capabilities/ecosystems/relay/types.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import type { AgentIdentityInput } from './identity.ts'
import type { Participant } from './participant.ts'
import type { SessionSnapshot } from './agent-session.ts'

/** A session that is looked after: messages wait in front of it, and what happens in it is logged. */
export interface ManagedSession extends Participant {
  readonly kind: 'session'
  readonly status: AgentStatus
  /** What it can do now. A new object whenever that changes, and never changed itself. */
  readonly capabilities: AgentSessionCapabilities
  readonly profile: CapabilityProfile
  /** Lets through what was sent `manual`. Gives how many. */
  flush(): Promise<number>
  /**
   * To be called right before the session is given a prompt that is no message: what was sent `next-message` surfaces
   * first, and has been answered when this resolves. Gives how many.
   */
  beforePrompt(): Promise<number>
  // Each of these is there only where the session declares it.
  readonly release?: (reason?: string) => Promise<void>
  readonly pause?: (reason?: string) => Promise<void>
  readonly resume?: () => Promise<void>
  readonly fork?: (identity?: AgentIdentityInput) => Promise<ManagedSession>
  readonly snapshot?: () => Promise<SessionSnapshot>
}
