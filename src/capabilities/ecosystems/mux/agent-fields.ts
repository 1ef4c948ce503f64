import { type Field, fieldTable } from '../../conversion/field-table.ts'
import type { AgentCapabilities } from './types.ts'

/** Fields with one capability each. */
export const agentFields: readonly Field[] = /* @__PURE__ */ fieldTable({
  support: {
    canResume: 'session.resume',
    canFork: 'session.fork',
    supportsMultiTurn: 'session.multi-turn',
    supportsTextStreaming: 'output.text-streaming',
    supportsToolCallStreaming: 'output.tool-call-streaming',
    supportsThinkingStreaming: 'thinking.streaming',
    supportsNativeTools: 'tools.native',
    supportsMCP: 'mcp.supported',
    supportsParallelToolCalls: 'tools.parallel',
    supportsThinking: 'thinking.supported',
    supportsThinkingBudgetTokens: 'thinking.budget',
    supportsJsonMode: 'output.json-mode',
    supportsStructuredOutput: 'output.structured',
    supportsAgentsMd: 'agents-md',
    supportsSubagentDispatch: 'multi-agent.delegation',
    supportsParallelExecution: 'execution.parallel',
    supportsInteractiveMode: 'interaction.repl',
    supportsStdinInjection: 'interaction.steer',
    supportsImageInput: 'prompt.image',
    supportsImageOutput: 'output.image',
    supportsFileAttachments: 'prompt.file',
    requiresGitRepo: 'process.git-required',
    requiresPty: 'process.pty-required',
  },
  value: { agent: 'identity.name', maxParallelTasks: 'execution.parallel' },
})

/** Optional fields of a plugin system, each with its name in the `plugins` value. */
export const pluginFields = {
  pluginInstallCmd: 'installCommand',
  pluginListCmd: 'listCommand',
  pluginUninstallCmd: 'uninstallCommand',
  pluginSearchCmd: 'searchCommand',
  pluginMarketplaceUrl: 'marketplaceUrl',
} as const

/** Fields that are read and written together with others, or whose value decides their support. */
export const groupedFields = [
  'sessionPersistence',
  'requiresToolApproval',
  'approvalModes',
  'thinkingEffortLevels',
  'supportsSkills',
  'skillsFormat',
  'supportsPlugins',
  'pluginFormats',
  'pluginRegistries',
  ...(Object.keys(pluginFields) as (keyof typeof pluginFields)[]),
  'supportedPlatforms',
  'authMethods',
  'authFiles',
  'installMethods',
] as const satisfies (keyof AgentCapabilities)[]

export const mcpTransports = ['mcp.stdio', 'mcp.http', 'mcp.sse']

/** Capabilities that other capabilities can replace when this shape is written. */
export const standIns: Readonly<Record<string, readonly string[]>> = {
  'session.resume': ['session.load'],
  'mcp.supported': mcpTransports,
}
