import { A2EError } from '../../a2e-error.ts'
import type { Handlers, PluginSession } from '../../plugin.ts'
import { callTool } from './call-tool.ts'
import { filterTools, type ListedTool } from './tool-list.ts'
import type { Tool } from './tool.ts'

/** A tool that was found, with how its toolkit is configured. */
export interface FoundTool {
  readonly tool: Tool
  readonly config?: Readonly<Record<string, unknown>>
}

/** Where a plugin has its tools from. */
export interface ToolSource {
  list(session: PluginSession): Promise<readonly ListedTool[]> | readonly ListedTool[]
  /** Undefined when it has none of this name. */
  find(name: string, session: PluginSession): Promise<FoundTool | undefined> | FoundTool | undefined
}

export interface ToolHandlerOptions {
  /** The folder the tools may work in; the host's if not given. */
  root?: string
  /** How many characters of JSON a result may have; 256 × 1024 if not given. */
  outputLimit?: number
}

const defaultOutputLimit = 256 * 1024

/** The messages of the capability `tools`, over a source of tools. A name it does not have may be another plugin’s. */
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
