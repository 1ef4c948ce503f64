export { type A2ECapabilityMissing, toA2ECapabilityMissing } from './capability-error.ts'
export { fromProfile, toProfile } from './profile.ts'
export { type A2ECapability, a2eCapabilities, type Capability, type NegotiatedCapabilities } from './types.ts'
