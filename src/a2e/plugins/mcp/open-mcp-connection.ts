import type { RunningProcess } from '../../../process/start-process.ts'
import { transportOf } from './mcp-config.ts'
import { McpConnection, type McpConnectionOptions } from './mcp-connection.ts'
import { statusOf } from './mcp-faults.ts'
import { McpProcess } from './mcp-process.ts'
import { McpRemote } from './mcp-remote.ts'
import { SdkError, SdkErrorCode, type Transport } from '@modelcontextprotocol/client'

export interface OpenMcpOptions extends McpConnectionOptions {
  /** The largest message of the server, in bytes. */
  maxMessageBytes: number
  startProcess: () => Promise<RunningProcess>
}

/** How long a started server may take to answer a request that earlier protocol versions do not have. */
const longestProbe = 5000
/** The answers to streamable HTTP of servers that only have the earlier transport. */
const onlyEvents: ReadonlySet<number | undefined> = new Set([400, 404, 405])

/** Connects to an MCP server with the newest protocol version and transport that the server has. */
export async function openMcpConnection(
  options: OpenMcpOptions,
  signal: AbortSignal,
): Promise<McpConnection> {
  const attempt: Attempt = { kind: transportOf(options.config), era: 'auto' }
  try {
    return await openAny(options, signal, attempt)
  } catch (error) {
    if (attempt.kind === 'stdio' || !onlyEvents.has(statusOf(error))) throw error
    // The error of streamable HTTP says more about a server that has neither.
    return await open(options, signal, { kind: 'sse', era: 'legacy' }).catch(() => {
      throw error
    })
  }
}

interface Attempt {
  kind: 'stdio' | 'http' | 'sse'
  era: 'auto' | 'legacy'
}

/** Some servers exit, or fail, at a request that their protocol version does not have. */
async function openAny(
  options: OpenMcpOptions,
  signal: AbortSignal,
  attempt: Attempt,
): Promise<McpConnection> {
  try {
    return await open(options, signal, attempt)
  } catch (error) {
    if (!isUnclear(error) || signal.aborted) throw error
    return await open(options, signal, { ...attempt, era: 'legacy' })
  }
}

async function open(
  options: OpenMcpOptions,
  signal: AbortSignal,
  { kind, era }: Attempt,
): Promise<McpConnection> {
  const { timeout } = options
  const timeoutMs = kind === 'stdio' ? Math.min(longestProbe, timeout) : timeout
  const connection = new McpConnection(options, { mode: era, probe: { timeoutMs } })
  let loss: Error | undefined
  const onLost = (reason: Error): void => {
    loss ??= reason
    connection.end(reason)
  }
  const transport = transportFor(options, kind, onLost)
  try {
    await connection.connect(transport, signal)
    return connection
  } catch (error) {
    // The client only says that the connection was closed.
    const cause = era === 'auto' && isUnclear(error) ? error : (loss ?? error)
    await transport.close()
    throw cause
  }
}

/** Whether the protocol version could not be found out. */
function isUnclear(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed
}

function transportFor(
  { config, startProcess, log, maxMessageBytes }: OpenMcpOptions,
  kind: Attempt['kind'],
  onLost: (reason: Error) => void,
): Transport {
  const { url = '', headers = {}, cmd: [program = ''] = [] } = config
  return kind === 'stdio'
    ? new McpProcess({ program, maxMessageBytes, start: startProcess, log, onLost })
    : new McpRemote({ url, maxMessageBytes, headers, kind, onLost })
}
