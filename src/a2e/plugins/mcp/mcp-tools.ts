import { isRecord } from '../../../core/is-record.ts'
import type { ToolSource } from '../tools/tool-handlers.ts'
import { toolDefinition } from '../tools/tool-definition.ts'
import type { ListedTool } from '../tools/tool-list.ts'
import { ToolOutput, type Tool } from '../tools/tool.ts'
import type { McpServer } from './mcp-server.ts'
import type { McpServers } from './mcp-servers.ts'

/** Between the server and the tool in a name: two servers may have tools of one name. */
const joint = '__'

/**
 * The tools of all MCP servers, each under `server__tool`. A server that cannot be used has none; one that is not ready
 * in `patience` milliseconds is not waited for, so that it does not take the tools of the others with it.
 */
export function mcpToolSource(loaded: () => McpServers, patience: number): ToolSource {
  return {
    list: async ({ signal }) => {
      const servers = loaded()
      const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)])
      const lists = await Promise.all(
        servers.all().map(async (server) => {
          const found = await server.tools(limit).catch((error: unknown) => servers.complain(server, error))
          return (found ?? []).map((tool): ListedTool => ({
            kind: 'mcp',
            definition: toolDefinition(toolOf(server, tool), server.id),
          }))
        }),
      )
      return lists.flat()
    },
    find: async (name, { signal }) => {
      const at = name.indexOf(joint)
      const server = at === -1 ? undefined : loaded().find(name.slice(0, at))
      if (server === undefined) return undefined
      const wanted = name.slice(at + joint.length)
      const found = (await server.tools(signal)).find((tool) => tool['name'] === wanted)
      return found === undefined ? undefined : { tool: toolOf(server, found) }
    },
  }
}

function toolOf(server: McpServer, wire: Record<string, unknown>): Tool {
  const name = String(wire['name'])
  const { description, inputSchema, outputSchema, annotations } = wire
  return {
    name: `${server.id}${joint}${name}`,
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
    ...(isError === true ? { error: text === '' ? 'The tool did not succeed' : text } : {}),
  })
}
