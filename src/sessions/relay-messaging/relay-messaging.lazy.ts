import type { Sessions } from '../sessions.ts'
import type { RelayMessagingAdapter, RelayMessagingOptions } from './relay-messaging.ts'

/**
 * Relay's messaging interface over these sessions, for `new AgentRelay({ messaging, createAgentMessaging })` of
 * `@agent-relay/sdk`. Loads nothing of that package.
 */
export async function createRelayMessaging(
  sessions: Sessions,
  options: RelayMessagingOptions = {},
): Promise<RelayMessagingAdapter> {
  const { openRelayMessaging } = await import('./relay-messaging.ts')
  return openRelayMessaging(sessions, options)
}
