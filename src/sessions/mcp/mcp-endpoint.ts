import { CapstanError } from '../../core/capstan-error.ts'
import { checkJsonSchema } from '../../core/json-schema/check-json-schema.ts'
import { McpEndpoint, type McpResult, type McpTool, unknownTool } from '../../core/mcp/mcp-endpoint.ts'
import type { SessionsConnection } from '../wire/connect.ts'
import { errorData } from '../wire/wire-error.ts'
import { actionTools, toolsOfActions } from './action-tools.ts'
import { messageTools } from './message-tools.ts'
import { readingTools } from './reading-tools.ts'
import type { Tool } from './tool.ts'

export interface EndpointOptions {
  /** Connects to the session daemon. */
  connect: () => Promise<SessionsConnection>
  write: (message: object) => void
}

const instructions =
  'You are one of several agents and people who message each other. Messages from others reach you as marked blocks. ' +
  'Answer with reply_to_thread or send_dm; list_agents lists the others. Tools that start with action_ run actions.'

const ownTools: readonly Tool[] = [...messageTools, ...readingTools, ...actionTools]

/** The MCP server of one session, with tools for messages and actions. */
export function createSessionsEndpoint({ connect, write }: EndpointOptions): McpEndpoint {
  return new McpEndpoint({
    title: 'Capstan sessions',
    instructions,
    write,
    tools: async () => (await toolsOf(connect)).map(describe),
    call: async (name, input, signal) => {
      const own = ownTools.find((tool) => tool.name === name)
      const tool = own ?? (await toolsOf(connect)).find((one) => one.name === name)
      if (tool === undefined) throw unknownTool(name)
      try {
        // The daemon validates the input of actions, so a denied caller never sees a schema.
        if (own !== undefined) requireInput(own, input)
        return resultOf(await tool.call({ connection: await connect(), input, signal }))
      } catch (error) {
        // Return the error as a result, so that the model can correct its call.
        const { code, message, hint } = errorData(error)
        return {
          text: JSON.stringify({ code, message, ...(hint === undefined ? {} : { hint }) }),
          isError: true,
        }
      }
    },
  })
}

/** Without the daemon there are no action tools; the other tools report the failure when called. */
async function toolsOf(connect: EndpointOptions['connect']): Promise<readonly Tool[]> {
  try {
    const connection = await connect()
    return [...ownTools, ...toolsOfActions(await connection.request('actions', {}))]
  } catch {
    return ownTools
  }
}

function requireInput({ inputSchema }: Tool, input: Record<string, unknown>): void {
  const [issue] = checkJsonSchema(inputSchema, input).issues
  if (issue === undefined) return
  throw new CapstanError('VALIDATION_ERROR', `${issue.path.join('.') || 'The input'} ${issue.message}`)
}

function resultOf({ value, isError, isStructured }: Awaited<ReturnType<Tool['call']>>): McpResult {
  return {
    text: JSON.stringify(value),
    ...(isStructured && !isError ? { structuredContent: value } : {}),
    ...(isError ? { isError } : {}),
  }
}

function describe({ name, description, inputSchema, outputSchema, readOnly }: Tool): McpTool {
  return {
    name,
    description,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    annotations: { readOnlyHint: readOnly === true },
  }
}
