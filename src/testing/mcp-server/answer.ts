import { version } from '../../core/version.ts'

/** A message of an MCP client. */
export interface McpMessage {
  id?: string | number
  method: string
  params?: { protocolVersion?: string }
}

/** The only tool of the server. */
export const mcpToolName = 'contract_word'

/** The response to a message; undefined for a notification. */
export function answerMcp({ id, method, params }: McpMessage, word: string): object | undefined {
  if (id === undefined) return undefined
  const result = resultOf(method, { protocolVersion: params?.protocolVersion, word })
  return result === undefined
    ? { jsonrpc: '2.0', id, error: { code: -32601, message: `Unknown method ${method}` } }
    : { jsonrpc: '2.0', id, result }
}

function resultOf(
  method: string,
  { protocolVersion = '2025-06-18', word }: { protocolVersion: string | undefined; word: string },
): object | undefined {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'capstan-contract', version },
      }
    case 'ping':
      return {}
    case 'tools/list':
      return {
        tools: [
          {
            name: mcpToolName,
            description: 'Gives the word of this contract run',
            inputSchema: { type: 'object', properties: {} },
            annotations: { readOnlyHint: true },
          },
        ],
      }
    case 'tools/call':
      return { content: [{ type: 'text', text: word }] }
    default:
      return undefined
  }
}
