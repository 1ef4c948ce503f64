import { acpV1 } from './carriage/acp-v1.ts'
import { acpV2 } from './carriage/acp-v2.ts'
import { relay, relayStatusSelectors } from './carriage/relay.ts'

/** For each protocol: the field of our events for each field of each message. */
export const eventCarriage = { acpV1, acpV2, relay }

export { relayStatusSelectors }
