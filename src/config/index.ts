export type {
  AgentConfig,
  Config,
  McpServerConfig,
  PatternsConfig,
  PermissionsConfig,
  ProviderConfig,
} from './config.ts'
export { ConfigError } from './config-error.ts'
export { loadConfig, type LoadConfigOptions, type LoadedConfig } from './load-config.ts'
export type { PermissionPolicyName } from './permission-order.ts'
export type { ConfigSource, Setting } from './settings.ts'
export type { Trust } from './trust.ts'
