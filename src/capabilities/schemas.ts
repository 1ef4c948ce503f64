export { a2eCapabilitySchema, a2eNegotiatedCapabilitiesSchema } from './ecosystems/a2e/schema.ts'
export {
  acpInitializeV1Schema,
  acpInitializeV2Schema,
  agentsWireCapabilitiesSchema,
} from './ecosystems/acp/schema.ts'
export { agUiCapabilitiesSchema } from './ecosystems/ag-ui/schema.ts'
export {
  authMethodSchema,
  installMethodSchema,
  muxAgentCapabilitiesSchema,
  muxModelCapabilitiesSchema,
  pluginFormatSchema,
  pluginRegistrySchema,
} from './ecosystems/mux/schema.ts'
export { relaySessionCapabilitiesSchema } from './ecosystems/relay/schema.ts'
export { capabilityProfileSchema } from './profile-schema.ts'
