export type BuiltInAgentName =
  | 'claude'
  | 'codex'
  | 'gemini'
  | 'copilot'
  | 'cursor'
  | 'opencode'
  | 'pi'
  | 'omp'
  | 'openclaw'
  | 'hermes'

/** A built-in or registered agent. */
export type AgentName = BuiltInAgentName | (string & {})

export type ThinkingEffortLevel = 'low' | 'medium' | 'high' | 'max'

/** A login method of an agent. */
export type AuthMethod =
  | 'api_key'
  | 'oauth'
  | 'oauth_device'
  | 'browser_login'
  | 'token_file'
  | 'keychain'
  | 'github_token'
  | 'config_file'
  | 'none'

/** The kinds of plugins that an agent can load. */
export type PluginFormat =
  | 'npm-package'
  | 'skill-file'
  | 'skill-directory'
  | 'extension-ts'
  | 'channel-plugin'
  | 'mcp-server'

/** A source of an agent's plugins. */
export interface PluginRegistry {
  name: string
  url: string
  /** Whether a program can search it. */
  searchable: boolean
}

/** One way to install an agent on a platform. */
export interface InstallMethod {
  platform: 'darwin' | 'linux' | 'win32' | 'all'
  type: 'npm' | 'brew' | 'gh-extension' | 'curl' | 'winget' | 'scoop' | 'manual' | 'pip' | 'nix'
  /** The exact command. */
  command: string
  notes?: string
  /** A command that checks the method's prerequisites. */
  prerequisiteCheck?: string
}

/**
 * An agent's capabilities in a total shape: every field is true or false.
 * An unknown is `false` here and `unknown` in the profile.
 */
export interface AgentCapabilities {
  agent: AgentName

  canResume: boolean
  canFork: boolean
  /** Several turns within one run. */
  supportsMultiTurn: boolean
  sessionPersistence: 'none' | 'file' | 'sqlite' | 'in-memory'

  supportsTextStreaming: boolean
  /** Whether the arguments of a tool call are streamed. */
  supportsToolCallStreaming: boolean
  supportsThinkingStreaming: boolean

  supportsNativeTools: boolean
  supportsMCP: boolean
  supportsParallelToolCalls: boolean
  /** Whether tools ask before they run by default. */
  requiresToolApproval: boolean
  approvalModes: ('yolo' | 'prompt' | 'deny')[]

  supportsThinking: boolean
  thinkingEffortLevels: ThinkingEffortLevel[]
  supportsThinkingBudgetTokens: boolean

  supportsJsonMode: boolean
  supportsStructuredOutput: boolean

  supportsSkills: boolean
  supportsAgentsMd: boolean
  /** Null when skills are not supported. */
  skillsFormat: 'file' | 'directory' | 'npm-package' | null

  supportsSubagentDispatch: boolean
  supportsParallelExecution: boolean
  /** Absent if unlimited. */
  maxParallelTasks?: number

  supportsInteractiveMode: boolean
  /** Whether the agent accepts text during a run. */
  supportsStdinInjection: boolean

  supportsImageInput: boolean
  supportsImageOutput: boolean
  supportsFileAttachments: boolean

  supportsPlugins: boolean
  pluginFormats: PluginFormat[]
  pluginInstallCmd?: string
  pluginListCmd?: string
  pluginUninstallCmd?: string
  pluginMarketplaceUrl?: string
  pluginSearchCmd?: string
  pluginRegistries: PluginRegistry[]

  supportedPlatforms: ('darwin' | 'linux' | 'win32')[]
  requiresGitRepo: boolean
  requiresPty: boolean

  authMethods: AuthMethod[]
  /** Relative to the home folder. */
  authFiles: string[]

  installMethods: InstallMethod[]
}

/** The capabilities of one model with one agent. */
export interface ModelCapabilities {
  agent: AgentName
  modelId: string
  modelAlias?: string
  displayName: string
  deprecated: boolean
  /** ISO 8601 date. */
  deprecatedSince?: string
  successorModelId?: string

  contextWindow: number
  maxOutputTokens: number
  maxThinkingTokens?: number

  /** US dollars, also in the three fields below. */
  inputPricePerMillion?: number
  outputPricePerMillion?: number
  thinkingPricePerMillion?: number
  cachedInputPricePerMillion?: number

  supportsThinking: boolean
  thinkingEffortLevels?: ThinkingEffortLevel[]
  /** The smallest and the largest thinking budget. */
  thinkingBudgetRange?: [number, number]

  supportsToolCalling: boolean
  supportsParallelToolCalls: boolean
  supportsToolCallStreaming: boolean
  supportsJsonMode: boolean
  supportsStructuredOutput: boolean
  supportsTextStreaming: boolean
  supportsThinkingStreaming: boolean
  supportsImageInput: boolean
  supportsImageOutput: boolean
  supportsFileInput: boolean

  provider?: string
  /** The provider's own name, if it differs. */
  providerModelId?: string
  protocol?: 'chat' | 'responses' | 'messages' | 'custom'
  deployment?: 'hosted' | 'local' | 'gateway' | 'hybrid'
  supportsLocalModels?: boolean

  /** The flag that selects the model, and its argument. */
  cliArgKey: string
  cliArgValue: string

  /** ISO 8601 time. */
  lastUpdated: string
  source: 'bundled' | 'remote'
}
