import { z } from 'zod'

const text = z.string().optional()
const flag = z.boolean()
const limit = z.number().min(0)
const agentName = z.string().min(1)
const effortLevels = z.array(z.enum(['low', 'medium', 'high', 'max']))

export const installMethodSchema = z.looseObject({
  platform: z.enum(['darwin', 'linux', 'win32', 'all']),
  type: z.enum(['npm', 'brew', 'gh-extension', 'curl', 'winget', 'scoop', 'manual', 'pip', 'nix']),
  command: z.string(),
  notes: text,
  prerequisiteCheck: text,
})

export const pluginRegistrySchema = z.looseObject({ name: z.string(), url: z.string(), searchable: flag })

export const pluginFormatSchema = z.enum([
  'npm-package',
  'skill-file',
  'skill-directory',
  'extension-ts',
  'channel-plugin',
  'mcp-server',
])

export const authMethodSchema = z.enum([
  'api_key',
  'oauth',
  'oauth_device',
  'browser_login',
  'token_file',
  'keychain',
  'github_token',
  'config_file',
  'none',
])

export const platformsSchema = z.array(z.enum(['darwin', 'linux', 'win32']))
export const persistenceSchema = z.enum(['none', 'file', 'sqlite', 'in-memory'])
export const approvalModesSchema = z.array(z.enum(['yolo', 'prompt', 'deny']))
export const skillsFormatSchema = z.enum(['file', 'directory', 'npm-package']).nullable()
export const protocolSchema = z.enum(['chat', 'responses', 'messages', 'custom'])
export const deploymentSchema = z.enum(['hosted', 'local', 'gateway', 'hybrid'])
export const modelSourceSchema = z.enum(['bundled', 'remote'])
export const budgetRangeSchema = z.tuple([limit, limit])

/** Checks an agent's capabilities in agent-mux's total shape. */
export const muxAgentCapabilitiesSchema = z.looseObject({
  agent: agentName,
  canResume: flag,
  canFork: flag,
  supportsMultiTurn: flag,
  sessionPersistence: persistenceSchema,
  supportsTextStreaming: flag,
  supportsToolCallStreaming: flag,
  supportsThinkingStreaming: flag,
  supportsNativeTools: flag,
  supportsMCP: flag,
  supportsParallelToolCalls: flag,
  requiresToolApproval: flag,
  approvalModes: approvalModesSchema,
  supportsThinking: flag,
  thinkingEffortLevels: effortLevels,
  supportsThinkingBudgetTokens: flag,
  supportsJsonMode: flag,
  supportsStructuredOutput: flag,
  supportsSkills: flag,
  supportsAgentsMd: flag,
  skillsFormat: skillsFormatSchema,
  supportsSubagentDispatch: flag,
  supportsParallelExecution: flag,
  maxParallelTasks: limit.optional(),
  supportsInteractiveMode: flag,
  supportsStdinInjection: flag,
  supportsImageInput: flag,
  supportsImageOutput: flag,
  supportsFileAttachments: flag,
  supportsPlugins: flag,
  pluginFormats: z.array(pluginFormatSchema),
  pluginInstallCmd: text,
  pluginListCmd: text,
  pluginUninstallCmd: text,
  pluginMarketplaceUrl: text,
  pluginSearchCmd: text,
  pluginRegistries: z.array(pluginRegistrySchema),
  supportedPlatforms: platformsSchema,
  requiresGitRepo: flag,
  requiresPty: flag,
  authMethods: z.array(authMethodSchema),
  authFiles: z.array(z.string()),
  installMethods: z.array(installMethodSchema),
})

/** Checks a model's capabilities in agent-mux's shape. */
export const muxModelCapabilitiesSchema = z.looseObject({
  agent: agentName,
  modelId: z.string().min(1),
  modelAlias: text,
  displayName: z.string(),
  deprecated: flag,
  deprecatedSince: text,
  successorModelId: text,
  contextWindow: limit,
  maxOutputTokens: limit,
  maxThinkingTokens: limit.optional(),
  inputPricePerMillion: limit.optional(),
  outputPricePerMillion: limit.optional(),
  thinkingPricePerMillion: limit.optional(),
  cachedInputPricePerMillion: limit.optional(),
  supportsThinking: flag,
  thinkingEffortLevels: effortLevels.optional(),
  thinkingBudgetRange: budgetRangeSchema.optional(),
  supportsToolCalling: flag,
  supportsParallelToolCalls: flag,
  supportsToolCallStreaming: flag,
  supportsJsonMode: flag,
  supportsStructuredOutput: flag,
  supportsTextStreaming: flag,
  supportsThinkingStreaming: flag,
  supportsImageInput: flag,
  supportsImageOutput: flag,
  supportsFileInput: flag,
  provider: text,
  providerModelId: text,
  protocol: protocolSchema.optional(),
  deployment: deploymentSchema.optional(),
  supportsLocalModels: flag.optional(),
  cliArgKey: z.string(),
  cliArgValue: z.string(),
  lastUpdated: z.string(),
  source: modelSourceSchema,
})
