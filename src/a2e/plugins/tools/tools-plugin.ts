import { slowPatterns } from '../../../core/json-schema/foreign-schema.lazy.ts'
import { ValidationError } from '../../../core/validation-error.ts'
import { definePlugin, type Plugin } from '../../plugin.ts'
import { commandTool, type CommandToolOptions } from './command-tool.ts'
import { filesystemTools } from './filesystem-tools.ts'
import { toolDefinition } from './tool-definition.ts'
import { toolHandlers, type ToolHandlerOptions } from './tool-handlers.ts'
import type { ListedTool } from './tool-list.ts'
import type { Tool } from './tool.ts'

/** The groups of Capstan's own tools. */
export type ToolGroup = 'filesystem' | 'command'

export interface ToolsPluginOptions extends ToolHandlerOptions {
  /** The caller's own tools. */
  tools?: readonly Tool[]
  /** Which of Capstan's own tools to add; none if omitted. */
  allow?: readonly ToolGroup[]
  /** Options of the command tool. */
  command?: CommandToolOptions
  /** The name of the plugin; `tools` if omitted. */
  name?: string
  priority?: number
}

/** A plugin with tools. Capstan's own tools work only below the root folder. */
export function toolsPlugin(options: ToolsPluginOptions = {}): Plugin {
  const { tools = [], allow = [], command = {}, name = 'tools', priority = 0 } = options
  const all = [
    ...tools,
    ...(allow.includes('filesystem') ? filesystemTools() : []),
    ...(allow.includes('command') ? [commandTool(command)] : []),
  ]
  const byName = toolsByName(all)
  const listed: ListedTool[] = all.map((tool) => ({
    kind: 'native',
    definition: toolDefinition(tool, undefined),
  }))
  const find = (toolName: string): { tool: Tool } | undefined => {
    const tool = byName.get(toolName)
    return tool === undefined ? undefined : { tool }
  }
  return definePlugin({
    name,
    type: 'tools',
    priority,
    messages: toolHandlers({ list: () => listed, find }, options),
    load: () => requireQuickPatterns(all),
  })
}

/**
 * Agents choose the values that patterns are matched with, so no pattern may take exponential time.
 * @throws ValidationError when a tool has such a pattern.
 */
export async function requireQuickPatterns(
  tools: readonly Pick<Tool, 'name' | 'parameters'>[],
): Promise<void> {
  for (const { name, parameters } of tools) {
    const [pattern] = await slowPatterns(parameters)
    if (pattern === undefined) continue
    throw new ValidationError(
      `The schema of ${name} has the pattern ${pattern}, which could block the host`,
      [{ path: ['tools', name, 'parameters'], message: `has the pattern ${pattern}` }],
      { hint: 'Use a pattern without lookaround and backreferences, and check the rest in the tool itself.' },
    )
  }
}

/** @throws ValidationError when two tools have the same name. */
export function toolsByName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const byName = new Map<string, Tool>()
  for (const tool of tools) {
    if (byName.has(tool.name)) {
      throw new ValidationError(`Two tools have the name ${tool.name}`, [
        { path: ['tools'], message: `has ${tool.name} twice` },
      ])
    }
    byName.set(tool.name, tool)
  }
  return byName
}
