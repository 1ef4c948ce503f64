import { CapstanError } from '../../core/capstan-error.ts'
import { isRecord } from '../../core/is-record.ts'
import { checkJsonSchema } from '../../core/json-schema/check-json-schema.ts'
import { version } from '../../core/version.ts'
import type { SessionsConnection } from '../wire/connect.ts'
import { errorData } from '../wire/wire-error.ts'
import { actionTools, toolsOfActions } from './action-tools.ts'
import { messageTools } from './message-tools.ts'
import { readingTools } from './reading-tools.ts'
import type { Tool } from './tool.ts'

export interface EndpointOptions {
  /** Gives the connection to the host of the sessions. */
  connect: () => Promise<SessionsConnection>
  write: (message: object) => void
}

/** The versions that begin with `initialize`, the newest first. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

const instructions =
  'You are one of several agents and people who write to each other. Messages of others reach you as marked blocks. ' +
  'Answer with reply_to_thread or send_dm; list_agents says who is there. Actions are tools that begin with action_.'

const ownTools: readonly Tool[] = [...messageTools, ...readingTools, ...actionTools]

type Id = string | number

/** The server's side of MCP. */
export class McpEndpoint {
  readonly #options: EndpointOptions
  readonly #calls = new Map<Id, AbortController>()

  constructor(options: EndpointOptions) {
    this.#options = options
  }

  /** Takes a message of the agent; a line that was none is `undefined`. */
  async take(message: unknown): Promise<void> {
    if (message === undefined) return this.#fail(null, { code: -32700, message: 'A line is not JSON' })
    if (!isRecord(message) || typeof message['method'] !== 'string') {
      // An answer, and nothing was asked.
      if (isRecord(message) && 'id' in message && ('result' in message || 'error' in message)) return
      return this.#fail(null, { code: -32600, message: 'A message is no request' })
    }
    const { id, method } = message
    const params = isRecord(message['params']) ? message['params'] : {}
    if (id === undefined) return this.#notified(method, params)
    if (typeof id !== 'string' && typeof id !== 'number') {
      return this.#fail(null, { code: -32600, message: 'The id of a request is a text or a number' })
    }
    const stop = new AbortController()
    this.#calls.set(id, stop)
    try {
      const result = await this.#answer(method, params, stop.signal)
      if (!stop.signal.aborted) this.#options.write({ jsonrpc: '2.0', id, result })
    } catch (error) {
      if (!stop.signal.aborted) this.#fail(id, rpcError(error))
    } finally {
      this.#calls.delete(id)
    }
  }

  /** Gives up all that is under way. */
  stop(): void {
    for (const call of this.#calls.values()) call.abort()
  }

  /** Tells the agent that it should ask for the tools again. */
  toolsChanged(): void {
    this.#options.write({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
  }

  #notified(method: string, { requestId }: Record<string, unknown>): void {
    if (method === 'notifications/cancelled') this.#calls.get(requestId as Id)?.abort()
  }

  async #answer(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<object> {
    switch (method) {
      case 'initialize': {
        const asked = params['protocolVersion']
        const protocolVersion = versions.find((known) => known === asked) ?? versions[0]
        const serverInfo = { name: 'capstan', title: 'Capstan sessions', version }
        return { protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo, instructions }
      }
      case 'ping':
        return {}
      case 'tools/list':
        return { tools: (await this.#tools()).map(describe) }
      case 'tools/call':
        return this.#call(params, signal)
      default:
        throw new RpcError(-32601, `There is no ${method}`)
    }
  }

  /** Without the host there are no actions, and the rest says what is wrong when it is called. */
  async #tools(): Promise<Tool[]> {
    try {
      const connection = await this.#options.connect()
      return [...ownTools, ...toolsOfActions(await connection.request('actions', {}))]
    } catch {
      return [...ownTools]
    }
  }

  async #call(params: Record<string, unknown>, signal: AbortSignal): Promise<object> {
    const { name, arguments: input = {} } = params
    const tool =
      ownTools.find((own) => own.name === name) ?? (await this.#tools()).find((one) => one.name === name)
    if (tool === undefined) throw new RpcError(-32602, `There is no tool ${String(name)}`)
    try {
      if (!isRecord(input)) throw new RpcError(-32602, 'The arguments of a tool are an object')
      // Of actions the host judges, and whoever may not invoke one hears nothing of its schema.
      const [issue] = ownTools.includes(tool) ? checkJsonSchema(tool.inputSchema, input).issues : []
      if (issue !== undefined) {
        throw new CapstanError('VALIDATION_ERROR', `${issue.path.join('.') || 'The input'} ${issue.message}`)
      }
      const connection = await this.#options.connect()
      const { value, isError, isStructured } = await tool.call({ connection, input, signal })
      return {
        content: [{ type: 'text', text: JSON.stringify(value) }],
        ...(isStructured && !isError ? { structuredContent: value } : {}),
        ...(isError ? { isError } : {}),
      }
    } catch (error) {
      if (error instanceof RpcError) throw error
      // So that the model sees it, and can do better.
      const { code, message, hint } = errorData(error)
      const text = JSON.stringify({ code, message, ...(hint === undefined ? {} : { hint }) })
      return { content: [{ type: 'text', text }], isError: true }
    }
  }

  #fail(id: Id | null, error: { code: number; message: string }): void {
    this.#options.write({ jsonrpc: '2.0', id, error })
  }
}

/** What is wrong with a request itself. */
class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

function rpcError(error: unknown): { code: number; message: string } {
  if (error instanceof RpcError) return { code: error.code, message: error.message }
  return { code: -32603, message: error instanceof Error ? error.message : String(error) }
}

function describe({ name, description, inputSchema, outputSchema, readOnly }: Tool): object {
  return {
    name,
    description,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    annotations: { readOnlyHint: readOnly === true },
  }
}
