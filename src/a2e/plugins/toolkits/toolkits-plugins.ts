import { ValidationError } from '../../../core/validation-error.ts'
import { A2EError } from '../../a2e-error.ts'
import type { ToolkitDefinition } from '../../messages/message-fields.ts'
import { definePlugin, type Plugin, type PluginSession } from '../../plugin.ts'
import { requireFit } from '../tools/call-tool.ts'
import { toolDefinition } from '../tools/tool-definition.ts'
import { toolHandlers, type FoundTool, type ToolHandlerOptions } from '../tools/tool-handlers.ts'
import type { ListedTool } from '../tools/tool-list.ts'
import { requireQuickPatterns, toolsByName } from '../tools/tools-plugin.ts'
import { ToolkitConfigs } from './toolkit-configs.ts'
import type { Toolkit } from './toolkit.ts'

export interface ToolkitsPluginsOptions extends ToolHandlerOptions {
  toolkits: readonly Toolkit[]
  priority?: number
}

/**
 * The plugins for toolkits: one lists and configures the toolkits, the other serves their tools.
 * A session that has not configured a toolkit sees its tools but cannot call them.
 */
export function toolkitsPlugins(options: ToolkitsPluginsOptions): Plugin[] {
  const { toolkits, priority = 0 } = options
  const byName = new Map(toolkits.map((toolkit) => [toolkit.name, toolkit]))
  if (byName.size < toolkits.length)
    throw new ValidationError('Two toolkits have the same name', [
      { path: ['toolkits'], message: 'has a duplicate name' },
    ])
  const configs = new ToolkitConfigs()
  const groups = definePlugin({
    name: 'toolkits',
    type: 'toolkits',
    priority,
    messages: {
      'toolkit/list/req': ({ filter_kind, filter_tags }, { session }) => ({
        toolkits: toolkits
          .filter(({ category = '' }) => filter_kind === '' || category === filter_kind)
          .filter(({ tags = [] }) => filter_tags.every((tag) => tags.includes(tag)))
          .map((toolkit) => definitionOf(toolkit, configs.isReady(session, toolkit))),
      }),
      'toolkit/configure/req': async ({ toolkit_name, config }, { session }) => {
        const toolkit = byName.get(toolkit_name)
        if (toolkit === undefined) return undefined
        if (toolkit.schema !== undefined)
          await requireFit(toolkit.schema, config, `The settings of ${toolkit_name}`)
        await toolkit.configure?.(config, session)
        configs.set(session, toolkit_name, config)
        return { toolkit_name, status: 'ok', message: null }
      },
    },
    load: () =>
      requireQuickPatterns([
        ...toolkits.flatMap(({ tools }) => tools),
        ...toolkits.map(({ name, schema = {} }) => ({ name, parameters: schema })),
      ]),
    endSession: (session) => configs.forget(session),
  })
  return [groups, toolsOf({ ...options, priority }, configs)]
}

function toolsOf(options: ToolkitsPluginsOptions, configs: ToolkitConfigs): Plugin {
  const { toolkits, priority = 0 } = options
  const all = toolkits.flatMap((toolkit) => toolkit.tools.map((tool) => ({ toolkit, tool })))
  const byName = toolsByName(all.map(({ tool }) => tool))
  const toolkitsByTool = new Map(all.map(({ toolkit, tool }) => [tool.name, toolkit]))
  const listed: ListedTool[] = all.map(({ toolkit, tool }) => ({
    kind: 'toolkit',
    definition: toolDefinition(tool, toolkit.name),
  }))
  const find = (name: string, session: PluginSession): FoundTool | undefined => {
    const tool = byName.get(name)
    const toolkit = toolkitsByTool.get(name)
    if (tool === undefined || toolkit === undefined) return undefined
    if (!configs.isReady(session, toolkit)) throw notConfigured(name, toolkit.name)
    return { tool, config: configs.get(session, toolkit.name) ?? {} }
  }
  return definePlugin({
    name: 'toolkit-tools',
    type: 'tools',
    priority,
    messages: toolHandlers({ list: () => listed, find }, options),
  })
}

function definitionOf(toolkit: Toolkit, configured: boolean): ToolkitDefinition {
  return {
    name: toolkit.name,
    alias: toolkit.alias ?? '',
    description: toolkit.description ?? '',
    category: toolkit.category ?? '',
    tags: [...(toolkit.tags ?? [])],
    icon_svg: null,
    schema: { ...toolkit.schema },
    tools: toolkit.tools.map(({ name }) => name),
    configured,
    version: toolkit.version ?? '1.0.0',
  }
}

function notConfigured(tool: string, toolkit: string): A2EError {
  return new A2EError('tool_denied', `${tool} belongs to the toolkit ${toolkit}, which is not configured`, {
    detail: { tool, toolkit },
    capabilityName: 'toolkits',
    hint: 'Send toolkit/configure/req first.',
  })
}
