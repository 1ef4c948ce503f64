import { A2EError } from '../../a2e-error.ts'
import type { Handlers, PluginSession } from '../../plugin.ts'
import { callTool } from './call-tool.ts'
import { filterTools, type ListedTool } from './tool-list.ts'
import type { Tool } from './tool.ts'

/** A tool with the configuration of its toolkit. */
export interface FoundTool {
  readonly tool: Tool
  readonly config?: Readonly<Record<string, unknown>>
}

/** The source of a plugin's tools. */
export interface ToolSource {
  list(session: PluginSession): Promise<readonly ListedTool[]> | readonly ListedTool[]
  /** Undefined when there is no tool of this name. */
  find(name: string, session: PluginSession): Promise<FoundTool | undefined> | FoundTool | undefined
}

export interface ToolHandlerOptions {
  /** The folder the tools may work in; the host's root if omitted. */
  root?: string
  /** The maximum length of a result, in characters of JSON; 256 × 1024 if omitted. */
  outputLimit?: number
}

const defaultOutputLimit = 256 * 1024

/** The handlers of the capability `tools` for a source of tools. An unknown name may belong to another plugin. */
export function toolHandlers(source: ToolSource, options: ToolHandlerOptions = {}): Handlers {
  const { root, outputLimit = defaultOutputLimit } = options
  return {
    'tool/list/req': async (request, { session }) => ({
      tools: filterTools(await source.list(session), request),
    }),
    'tool/call/req': async (request, context) => {
      const found = await source.find(request.tool_name, context.session)
      if (found === undefined) throw unknownTool(request.tool_name)
      return callTool({ ...found, request, context, root: root ?? context.root, outputLimit })
    },
  }
}

function unknownTool(name: string): A2EError {
  return new A2EError('unknown_tool', `There is no tool ${name}`, {
    detail: { tool_name: name },
    capabilityName: 'tools',
  })
}
