export type { AgentSessionEvent, TranscriptChunk } from './events.ts'
export { type RelayCapabilityError, toRelayCapabilityError } from './capability-error.ts'
export { fromProfile, toProfile } from './profile.ts'
export type { AgentSessionCapabilities, AgentSessionEventType, AgentStatus, DeliveryMode } from './types.ts'
