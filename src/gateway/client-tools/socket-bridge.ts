import type { Server, Socket } from 'node:net'
import { CapstanError } from '../../core/capstan-error.ts'
import { createId } from '../../core/ids.ts'
import { isRecord } from '../../core/is-record.ts'
import { JsonLinesDecoder } from '../../core/json-lines/json-lines.ts'
import { McpEndpoint, type McpResult, type McpTool, unknownTool } from '../../core/mcp/mcp-endpoint.ts'
import { packageFolder } from '../../core/files/package-folder.ts'
import { isSameToken, makeToken } from '../../core/token.ts'
import type { ClientTool } from '../ag-ui/input.ts'
import type { GatewayTools } from '../gateway-tool.ts'
import type { ThreadPort } from '../threads/thread-context.ts'
import { bridgeName, socketVariable, type ToolBridge, type ToolOffer, tokenVariable } from './tool-bridge.ts'

interface Offered {
  readonly token: string
  readonly thread: ThreadPort
  tools: readonly ClientTool[]
  readonly endpoints: Set<McpEndpoint>
}

/**
 * A bridge over a socket that only its owner can use: each session's agent starts a program that pipes to it. The socket
 * is created with the first offer.
 */
export function createToolBridge(tools: GatewayTools): ToolBridge {
  const offers = new Set<Offered>()
  const sockets = new Set<Socket>()
  let listening: { server: Server; path: string; folder: string | undefined } | undefined
  const stopListening = tools.onChange(() => {
    for (const { endpoints } of offers) for (const endpoint of endpoints) endpoint.toolsChanged()
  })
  const accept = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    serveSocket(socket, { tools, find: (token) => [...offers].find((one) => isSameToken(token, one.token)) })
  }
  return {
    offer: (thread, clientTools): ToolOffer => {
      listening ??= openSocket(accept)
      const offered: Offered = { token: makeToken(), thread, tools: clientTools, endpoints: new Set() }
      offers.add(offered)
      return {
        server: {
          name: bridgeName,
          command: process.execPath,
          args: [bridgeProgram()],
          env: { [socketVariable]: listening.path, [tokenVariable]: offered.token },
        },
        update: (other) => {
          if (JSON.stringify(other) === JSON.stringify(offered.tools)) return
          offered.tools = other
          for (const endpoint of offered.endpoints) endpoint.toolsChanged()
        },
        isClientTool: (name) =>
          name.includes(bridgeName) && offered.tools.some((tool) => name.endsWith(tool.name)),
        end: () => {
          offers.delete(offered)
          for (const endpoint of offered.endpoints) endpoint.stop()
        },
      }
    },
    close: async () => {
      stopListening()
      for (const socket of sockets) socket.destroy()
      if (listening === undefined) return
      const { server, folder } = listening
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      if (folder === undefined) return
      process.getBuiltinModule('node:fs').rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Serves MCP on a socket. The first line must contain the token of an offer. */
function serveSocket(
  socket: Socket,
  { tools, find }: { tools: GatewayTools; find: (token: string) => Offered | undefined },
): void {
  let endpoint: McpEndpoint | undefined
  const authenticate = (first: unknown): void => {
    const token = isRecord(first) ? first['token'] : undefined
    const offered = typeof token === 'string' ? find(token) : undefined
    if (offered === undefined) {
      socket.destroy()
      return
    }
    const made = new McpEndpoint({
      title: 'Tools of the user interface',
      tools: () => listed(offered.tools, tools),
      call: (name, input, signal) => callTool({ offered, tools, name, input }, signal),
      write: (message) => void socket.write(`${JSON.stringify(message)}\n`),
    })
    endpoint = made
    offered.endpoints.add(made)
    socket.on('close', () => {
      made.stop()
      offered.endpoints.delete(made)
    })
  }
  const decoder = new JsonLinesDecoder({
    onValue: (value) => {
      if (endpoint === undefined) authenticate(value)
      else void endpoint.take(value)
    },
    onBadLine: () => socket.destroy(),
  })
  socket.on('data', (chunk: Buffer) => decoder.push(chunk))
}

/** A client tool replaces a gateway tool of the same name. */
function listed(own: readonly ClientTool[], tools: GatewayTools): McpTool[] {
  const names = new Set(own.map(({ name }) => name))
  const all = [...own, ...tools.list().filter(({ name }) => !names.has(name))]
  return all.map(({ name, description, parameters }) => ({
    name,
    description,
    inputSchema: isRecord(parameters) ? parameters : { type: 'object' },
  }))
}

interface ToolCall {
  readonly offered: Offered
  readonly tools: GatewayTools
  readonly name: string
  readonly input: Record<string, unknown>
}

async function callTool({ offered, tools, name, input }: ToolCall, signal: AbortSignal): Promise<McpResult> {
  if (offered.tools.some((tool) => tool.name === name)) {
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({ text: 'The call was canceled', isError: true }))
      offered.thread.callClientTool({ id: createId('call'), name, input, answer: resolve })
    })
  }
  const tool = tools.find(name)
  if (tool === undefined) throw unknownTool(name)
  try {
    const result: unknown = await tool.call(input, signal)
    return { text: typeof result === 'string' ? result : (JSON.stringify(result) ?? '') }
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), isError: true }
  }
}

function openSocket(accept: (socket: Socket) => void): {
  server: Server
  path: string
  folder: string | undefined
} {
  const { createServer } = process.getBuiltinModule('node:net')
  const { mkdtempSync } = process.getBuiltinModule('node:fs')
  const path = process.getBuiltinModule('node:path')
  const isWindows = process.platform === 'win32'
  // mkdtemp creates the folder for its owner only.
  const folder = isWindows
    ? undefined
    : mkdtempSync(path.join(process.getBuiltinModule('node:os').tmpdir(), 'capstan-tools-'))
  const socketPath =
    folder === undefined ? `\\\\.\\pipe\\capstan-tools-${makeToken()}` : path.join(folder, 'socket')
  const server = createServer(accept)
  server.on('error', () => undefined)
  server.listen(socketPath)
  server.unref()
  return { server, path: socketPath, folder }
}

function bridgeProgram(): string {
  const folder = packageFolder(import.meta.dirname)
  if (folder !== undefined) {
    return process.getBuiltinModule('node:path').join(folder, 'dist/gateway/client-tools/main.js')
  }
  throw new CapstanError('MCP_SERVER_MISSING', "Capstan's MCP server program is missing", {
    hint: 'Import Capstan from its installed package, not from a copy of the code.',
  })
}
