import type { PermissionPolicyName } from './permission-order.ts'

/** The content of a configuration file. Every key is optional. */
export interface Config {
  /** The address of the JSON Schema, for editors. */
  $schema?: string | undefined
  /** The default agent of `capstan run` and `capstan session new`, and the agent `default` of `capstan serve`. */
  agent?: string | undefined
  /** The model of the default agent, or of every agent if there is no default agent. */
  model?: string | undefined
  effort?: string | undefined
  transport?: 'acp' | 'cli' | undefined
  /** Agents that take over in `capstan run` if the provider refuses the agent, as `agent` or `agent/model`. */
  fallback?: string[] | undefined
  /** What the agent `auto` must support: ids of capabilities, `id=value`, or words such as `json schema`. */
  needs?: string[] | undefined
  /** The highest price of the agent `auto`, in US dollars per million input tokens. */
  maxPrice?: number | undefined
  /** The permission policy, or a policy with rules. */
  permissions?: PermissionPolicyName | PermissionsConfig | undefined
  /** Whether agents run in the sandbox: true also under `allow`, false never. By default all policies but `allow` use it. */
  sandbox?: boolean | undefined
  maxCostUsd?: number | undefined
  maxTokens?: number | undefined
  maxTurns?: number | undefined
  /** Seconds as a number, or a duration such as `5m`. */
  timeout?: string | number | undefined
  /** Settings for single agents, by agent id. */
  agents?: Record<string, AgentConfig> | undefined
  mcpServers?: Record<string, McpServerConfig> | undefined
  /** Names of variables that Capstan passes to agents if they are set. */
  env?: string[] | undefined
  /** The folder for installed agents and caches. Only allowed in the user file. */
  dataFolder?: string | undefined
}

/** A permission policy with rules; relative paths start at the folder of the file. */
export interface PermissionsConfig {
  policy?: PermissionPolicyName | undefined
  read?: string[] | undefined
  write?: string[] | undefined
  hosts?: string[] | undefined
  commands?: PatternsConfig | undefined
  tools?: PatternsConfig | undefined
}

/** Patterns to allow, or to allow and to refuse. */
export type PatternsConfig =
  | string[]
  | {
      allow?: string[] | undefined
      deny?: string[] | undefined
    }

/** Settings for one agent. */
export interface AgentConfig {
  model?: string | undefined
  effort?: string | undefined
  provider?: ProviderConfig | undefined
  /** Defines your own agent under this id. */
  definition?: Record<string, unknown> | undefined
}

/** The endpoint for an agent's model requests, instead of its own provider. */
export interface ProviderConfig {
  baseUrl: string
  /** The name of the variable that holds the API key. Never store the key itself in the file. */
  keyVariable?: string | undefined
  /** The API of the endpoint (default: the first one that the agent supports). */
  api?: string | undefined
  /** The model to request from the endpoint, for agents and APIs that need it. */
  model?: string | undefined
}

/** An MCP server for every session; `${NAME}` in `env` and `headers` is replaced by the value of the variable. */
export interface McpServerConfig {
  type?: 'stdio' | 'http' | 'sse' | undefined
  command?: string | undefined
  args?: string[] | undefined
  env?: Record<string, string> | undefined
  url?: string | undefined
  headers?: Record<string, string> | undefined
}
