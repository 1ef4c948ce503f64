import { checkForeignSchema } from '../../../core/json-schema/foreign-schema.lazy.ts'
import { isRecord } from '../../../core/is-record.ts'
import { limitData } from '../tools/output-limit.ts'
import type { ToolSource } from '../tools/tool-handlers.ts'
import { toolDefinition } from '../tools/tool-definition.ts'
import type { ListedTool } from '../tools/tool-list.ts'
import { ToolOutput, type Tool } from '../tools/tool.ts'
import type { McpProgress } from './mcp-connection.ts'
import { mcpError } from './mcp-error.ts'
import type { McpServer } from './mcp-server.ts'
import type { McpServers } from './mcp-servers.ts'

/** Separates server and tool in a name: two servers may have tools of the same name. */
const separator = '__'

export interface McpToolOptions {
  /** How long a list waits for a server that is not ready, in milliseconds. */
  patience: number
  /** The longest text of a result, in characters. */
  outputLimit: number
}

/**
 * The tools of all MCP servers, each named `server__tool`. A server that fails, or is not ready within `patience`, has no
 * tools and does not delay those of the others.
 */
export function mcpToolSource(
  loaded: () => McpServers,
  { patience, outputLimit }: McpToolOptions,
): ToolSource {
  return {
    list: async ({ signal }) => {
      const servers = loaded()
      const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)])
      const lists = await Promise.all(
        servers.all().map(async (server) => {
          const found = await server.tools(limit).catch((error: unknown) => servers.logError(server, error))
          return (found ?? []).map((tool): ListedTool => ({
            kind: 'mcp',
            definition: toolDefinition(toolOf(server, tool, outputLimit), server.id),
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
      return found === undefined ? undefined : { tool: toolOf(server, found, outputLimit) }
    },
  }
}

function toolOf(server: McpServer, wire: Record<string, unknown>, outputLimit: number): Tool {
  const { name, description, inputSchema, outputSchema, annotations } = wire
  return {
    name: `${server.id}${separator}${String(name)}`,
    description: typeof description === 'string' ? description : '',
    parameters: isRecord(inputSchema) ? inputSchema : { type: 'object' },
    ...(isRecord(outputSchema) ? { result: outputSchema } : {}),
    tags: ['mcp', server.id],
    idempotent: isRecord(annotations) && annotations['idempotentHint'] === true,
    run: async (input, { signal, emit }) => {
      const onProgress = (progress: McpProgress): void => emit('progress', progressOf(progress))
      const result = await server.callTool(wire, input, { signal, onProgress })
      if (isRecord(outputSchema) && result['isError'] !== true)
        await requireStructured(String(name), outputSchema, result['structuredContent'])
      return outputOf(result, outputLimit)
    },
  }
}

/** @throws A2EError `mcp_protocol_error` when the result breaks the promise of the tool's output schema. */
async function requireStructured(
  name: string,
  schema: Record<string, unknown>,
  value: unknown,
): Promise<void> {
  if (value === undefined)
    throw mcpError('mcp_protocol_error', `${name} has an output schema and returned no structured content`)
  const { issues } = await checkForeignSchema(schema, value)
  const [first] = issues
  if (first === undefined) return
  const at = first.path.length === 0 ? '' : `${first.path.join('.')} `
  throw mcpError(
    'mcp_protocol_error',
    `The structured content of ${name} does not match its output schema: ${at}${first.message}`,
    { detail: { issues } },
  )
}

/** A progress event: `pct` from 0 to 100 where the server knows the total, and its own numbers. */
function progressOf({ progress, total, message }: McpProgress): Record<string, unknown> {
  const isShare = total !== undefined && total > 0
  return {
    ...(isShare ? { pct: Math.min(100, Math.max(0, (progress / total) * 100)) } : {}),
    message: message ?? '',
    progress,
    ...(total === undefined ? {} : { total }),
  }
}

function outputOf(result: Record<string, unknown>, outputLimit: number): ToolOutput {
  const { content, structuredContent, isError } = result
  const blocks = Array.isArray(content) ? content.filter(isRecord) : []
  const text = blocks.flatMap((block) => (block['type'] === 'text' ? String(block['text']) : [])).join('\n')
  const { data: summary, truncated } = limitData(text, outputLimit)
  return new ToolOutput({
    data: { content: blocks, ...(structuredContent === undefined ? {} : { structured: structuredContent }) },
    truncated,
    ...(text === '' ? {} : { summary: String(summary) }),
    ...(isError === true ? { error: text === '' ? 'The tool failed' : String(summary) } : {}),
  })
}
