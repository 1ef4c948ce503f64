import { join } from 'node:path'
import { ValidationError } from '../../core/validation-error.ts'
import type { Plugin } from '../plugin.ts'
import { chainsPlugin } from './chains/chains-plugin.ts'
import { envPlugin, type EnvPluginOptions } from './env/env-plugin.ts'
import { learningPlugin } from './learning/learning-plugin.ts'
import { mcpPlugins, type McpPluginsOptions } from './mcp/mcp-plugins.ts'
import { memoryPlugin, type MemoryPluginOptions } from './memory/memory-plugin.ts'
import type { ProcPluginOptions } from './proc/proc-options.ts'
import { procPlugin } from './proc/proc-plugin.ts'
import { skillPlugin, type SkillPluginOptions } from './skill/skill-plugin.ts'
import { toolkitsPlugins, type ToolkitsPluginsOptions } from './toolkits/toolkits-plugins.ts'
import { toolsPlugin, type ToolsPluginOptions } from './tools/tools-plugin.ts'

/** The names of Capstan's own plugins, each named after its capability. */
export const builtInPluginNames = [
  'tools',
  'toolkits',
  'skill',
  'proc',
  'memory',
  'env',
  'chains',
  'mcp',
  'learning',
] as const

export type BuiltInPluginName = (typeof builtInPluginNames)[number]

export interface BuiltInPluginsOptions {
  /** The folder for tools and processes; the host's root if omitted. */
  root?: string
  /** The folder that stores memory and feedback; without it they are lost when the host closes. */
  stateFolder?: string
  /** The options of each plugin. By default `tools` has the file tools. */
  tools?: ToolsPluginOptions
  toolkits?: ToolkitsPluginsOptions
  skill?: SkillPluginOptions
  proc?: ProcPluginOptions
  memory?: MemoryPluginOptions
  env?: EnvPluginOptions
  mcp?: McpPluginsOptions
}

/**
 * Creates Capstan's own plugins by name. Only named plugins are enabled: without `proc` no agent can start a process, and
 * without `command` among the allowed tools no agent can run a command.
 * @throws ValidationError for an unknown name.
 */
export function builtInPlugins(names: readonly string[], options: BuiltInPluginsOptions = {}): Plugin[] {
  const requested = new Set(names.map(requireName))
  return [...requested].flatMap((name) => makers[name](options))
}

type Maker = (options: BuiltInPluginsOptions) => Plugin[]

const makers: Readonly<Record<BuiltInPluginName, Maker>> = {
  tools: ({ tools = { allow: ['filesystem'] }, root }) => [toolsPlugin({ ...folder(root), ...tools })],
  toolkits: ({ toolkits = { toolkits: [] }, root }) => toolkitsPlugins({ ...folder(root), ...toolkits }),
  skill: ({ skill }) => [skillPlugin(skill)],
  proc: ({ proc, root }) => [procPlugin({ ...folder(root), ...proc })],
  memory: ({ memory, stateFolder }) => [memoryPlugin({ ...stateFile('memory', stateFolder), ...memory })],
  env: ({ env }) => [envPlugin(env)],
  chains: () => [chainsPlugin()],
  mcp: ({ mcp }) => mcpPlugins(mcp),
  learning: ({ stateFolder }) => [learningPlugin(stateFile('learning', stateFolder))],
}

function folder(root: string | undefined): { root?: string } {
  return root === undefined ? {} : { root }
}

function stateFile(name: string, stateFolder: string | undefined): { file?: string } {
  return stateFolder === undefined ? {} : { file: join(stateFolder, `${name}.sqlite`) }
}

function requireName(name: string): BuiltInPluginName {
  const known = builtInPluginNames.find((one) => one === name)
  if (known !== undefined) return known
  throw new ValidationError(`There is no plugin ${name}`, [{ path: ['plugins'], message: `has ${name}` }], {
    hint: `Use ${builtInPluginNames.join(', ')}.`,
  })
}
