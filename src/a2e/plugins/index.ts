export {
  builtInPluginNames,
  builtInPlugins,
  type BuiltInPluginName,
  type BuiltInPluginsOptions,
} from './built-in-plugins.ts'
export { chainsPlugin, type ChainsPluginOptions } from './chains/chains-plugin.ts'
export { envPlugin, type EnvPluginOptions } from './env/env-plugin.ts'
export {
  defineEnvironment,
  type Environment,
  type EnvironmentState,
  type EnvironmentStep,
} from './env/environment.ts'
export { gridWorld } from './env/grid-world.ts'
export { learningPlugin, type LearningPluginOptions } from './learning/learning-plugin.ts'
export type { McpServerConfig } from './mcp/mcp-config.ts'
export { mcpPlugins, type McpPluginsOptions } from './mcp/mcp-plugins.ts'
export type {
  McpElicitation,
  McpElicitationAnswer,
  McpQuestions,
  McpSample,
  McpSampling,
} from './mcp/mcp-questions.ts'
export type { McpServerEntry } from './mcp/mcp-server-entries.ts'
export { memoryPlugin, type MemoryPluginOptions } from './memory/memory-plugin.ts'
export type { ProcPluginOptions } from './proc/proc-options.ts'
export { procPlugin } from './proc/proc-plugin.ts'
export type { ProgramOptions } from './program.ts'
export { skillPlugin, type SkillPluginOptions } from './skill/skill-plugin.ts'
export { defineToolkit, type Toolkit, type ToolkitConfig } from './toolkits/toolkit.ts'
export { toolkitsPlugins, type ToolkitsPluginsOptions } from './toolkits/toolkits-plugins.ts'
export type { CommandToolOptions } from './tools/command-tool.ts'
export type { ToolHandlerOptions } from './tools/tool-handlers.ts'
export {
  defineTool,
  ToolOutput,
  type Tool,
  type ToolContext,
  type ToolDescription,
  type ToolEventKind,
  type ToolOptions,
  type ToolOutputFields,
} from './tools/tool.ts'
export { toolsPlugin, type ToolGroup, type ToolsPluginOptions } from './tools/tools-plugin.ts'
