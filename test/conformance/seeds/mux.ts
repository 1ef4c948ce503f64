// The interfaces of agent-mux's capability specification, member by member.

// The specification defines `AgentName` and `AuthMethod` on other pages; this file names only the ten built-in agents.

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

export type ThinkingEffortLevel = 'low' | 'medium' | 'high' | 'max'

export type PluginFormat =
  | 'npm-package'
  | 'skill-file'
  | 'skill-directory'
  | 'extension-ts'
  | 'channel-plugin'
  | 'mcp-server'

export interface PluginRegistry {
  name: string
  url: string
  searchable: boolean
}

export interface InstallMethod {
  platform: 'darwin' | 'linux' | 'win32' | 'all'
  type: 'npm' | 'brew' | 'gh-extension' | 'curl' | 'winget' | 'scoop' | 'manual' | 'pip' | 'nix'
  command: string
  notes?: string
  prerequisiteCheck?: string
}

export interface AgentCapabilities<AgentName, AuthMethod> {
  agent: AgentName
  canResume: boolean
  canFork: boolean
  supportsMultiTurn: boolean
  sessionPersistence: 'none' | 'file' | 'sqlite' | 'in-memory'
  supportsTextStreaming: boolean
  supportsToolCallStreaming: boolean
  supportsThinkingStreaming: boolean
  supportsNativeTools: boolean
  supportsMCP: boolean
  supportsParallelToolCalls: boolean
  requiresToolApproval: boolean
  approvalModes: ('yolo' | 'prompt' | 'deny')[]
  supportsThinking: boolean
  thinkingEffortLevels: ThinkingEffortLevel[]
  supportsThinkingBudgetTokens: boolean
  supportsJsonMode: boolean
  supportsStructuredOutput: boolean
  supportsSkills: boolean
  supportsAgentsMd: boolean
  skillsFormat: 'file' | 'directory' | 'npm-package' | null
  supportsSubagentDispatch: boolean
  supportsParallelExecution: boolean
  maxParallelTasks?: number
  supportsInteractiveMode: boolean
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
  authFiles: string[]
  installMethods: InstallMethod[]
}

export interface ModelCapabilities<AgentName> {
  agent: AgentName
  modelId: string
  modelAlias?: string
  displayName: string
  deprecated: boolean
  deprecatedSince?: string
  successorModelId?: string
  contextWindow: number
  maxOutputTokens: number
  maxThinkingTokens?: number
  inputPricePerMillion?: number
  outputPricePerMillion?: number
  thinkingPricePerMillion?: number
  cachedInputPricePerMillion?: number
  supportsThinking: boolean
  thinkingEffortLevels?: ThinkingEffortLevel[]
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
  providerModelId?: string
  protocol?: 'chat' | 'responses' | 'messages' | 'custom'
  deployment?: 'hosted' | 'local' | 'gateway' | 'hybrid'
  supportsLocalModels?: boolean
  cliArgKey: string
  cliArgValue: string
  lastUpdated: string
  source: 'bundled' | 'remote'
}

export interface CapabilityError<AgentName> extends Error {
  readonly code: 'CAPABILITY_ERROR'
  readonly agent: AgentName
  readonly capability: string
}
