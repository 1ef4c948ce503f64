import type { PermissionPolicyName } from './permission-order.ts'

/** What a configuration file can hold. Every key can be left out. */
export interface Config {
  /** The address of the JSON Schema, for editors. */
  $schema?: string | undefined
  /** The agent of `capstan run` and `capstan session new` when none is named. */
  agent?: string | undefined
  /** The model of that agent, or of every agent when no default agent is set. */
  model?: string | undefined
  effort?: string | undefined
  transport?: 'acp' | 'cli' | undefined
  permissions?: PermissionPolicyName | undefined
  maxCostUsd?: number | undefined
  maxTokens?: number | undefined
  maxTurns?: number | undefined
  /** Seconds, or a text such as `5m`. */
  timeout?: string | number | undefined
  /** What is set for one agent, by its id. */
  agents?: Record<string, AgentConfig> | undefined
  mcpServers?: Record<string, McpServerConfig> | undefined
  /** Names of variables that are passed on to agents where they are set. */
  env?: string[] | undefined
  /** Where Capstan keeps what it installs and remembers. Only in the user's file. */
  dataFolder?: string | undefined
}

/** What is set for one agent. */
export interface AgentConfig {
  model?: string | undefined
  effort?: string | undefined
  provider?: ProviderConfig | undefined
  /** Makes an agent of one's own known under this id. */
  definition?: Record<string, unknown> | undefined
}

/** Where an agent sends its requests, instead of to its own provider. */
export interface ProviderConfig {
  baseUrl: string
  /** The name of the variable that holds the key. Keys themselves do not belong into a file. */
  keyVariable?: string | undefined
  /** The API that is spoken there; the first that the agent knows if not given. */
  api?: string | undefined
  /** The model to request there, for agents and APIs that need it. */
  model?: string | undefined
}

/** An MCP server for every session; `${NAME}` in `env` and `headers` stands for a variable. */
export interface McpServerConfig {
  type?: 'stdio' | 'http' | 'sse' | undefined
  command?: string | undefined
  args?: string[] | undefined
  env?: Record<string, string> | undefined
  url?: string | undefined
  headers?: Record<string, string> | undefined
}
