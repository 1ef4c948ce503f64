import { isRecord } from '../../../core/is-record.ts'
import type { ToolSource } from '../tools/tool-handlers.ts'
import { toolDefinition } from '../tools/tool-definition.ts'
import type { ListedTool } from '../tools/tool-list.ts'
import { ToolOutput, type Tool } from '../tools/tool.ts'
import type { McpServer } from './mcp-server.ts'
import type { McpServers } from './mcp-servers.ts'

/** Separates server and tool in a name: two servers may have tools of the same name. */
const separator = '__'

/**
 * The tools of all MCP servers, each named `server__tool`. A server that fails, or is not ready within `patience`
 * milliseconds, has no tools and does not delay those of the others.
 */
export function mcpToolSource(loaded: () => McpServers, patience: number): ToolSource {
  return {
    list: async ({ signal }) => {
      const servers = loaded()
      const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)])
      const lists = await Promise.all(
        servers.all().map(async (server) => {
          const found = await server.tools(limit).catch((error: unknown) => servers.logError(server, error))
          return (found ?? []).map((tool): ListedTool => ({
            kind: 'mcp',
            definition: toolDefinition(toolOf(server, tool), server.id),
          }))
        }),
      )
      return lists.flat()
    },
    find: async (name, { signal }) => {
      const at = name.indexOf(separator)
      const server = at === -1 ? undefined : loaded().find(name.slice(0, at))
      if (server === undefined) return undefined
      const toolName = name.slice(at + separator.length)
      const found = (await server.tools(signal)).find((tool) => tool['name'] === toolName)
      return found === undefined ? undefined : { tool: toolOf(server, found) }
    },
  }
}

function toolOf(server: McpServer, wire: Record<string, unknown>): Tool {
  const name = String(wire['name'])
  const { description, inputSchema, outputSchema, annotations } = wire
  return {
    name: `${server.id}${separator}${name}`,
    description: typeof description === 'string' ? description : '',
    parameters: isRecord(inputSchema) ? inputSchema : { type: 'object' },
    ...(isRecord(outputSchema) ? { result: outputSchema } : {}),
    tags: ['mcp', server.id],
    idempotent: isRecord(annotations) && annotations['idempotentHint'] === true,
    run: async (input, { signal }) =>
      outputOf(await server.request('tools/call', { name, arguments: input }, signal)),
  }
}

function outputOf(result: unknown): ToolOutput {
  const { content, structuredContent, isError } = isRecord(result) ? result : {}
  const blocks = Array.isArray(content) ? content.filter(isRecord) : []
  const text = blocks.flatMap((block) => (block['type'] === 'text' ? String(block['text']) : [])).join('\n')
  return new ToolOutput({
    data: { content: blocks, ...(structuredContent === undefined ? {} : { structured: structuredContent }) },
    ...(text === '' ? {} : { summary: text }),
    ...(isError === true ? { error: text === '' ? 'The tool failed' : text } : {}),
  })
}
