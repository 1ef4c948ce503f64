import type { Clock } from '../../core/clock.ts'
import type { RunOptions } from '../../run/api/options.ts'
import type { RunSession, RunSessionOptions } from '../../run/session.ts'
import type { SessionStarter } from '../../run/session-pool.ts'
import type { AgentIdentity } from '../identity.ts'

type McpServer = NonNullable<RunOptions['mcpServers']>[number]

/** What a session with an agent is opened with: all of a session but what this side looks after itself. */
export type AgentOptions = Omit<RunSessionOptions, 'recover' | 'steerable' | 'sessionId' | 'forkSessionId'>

export interface AgentBackedOptions {
  client: SessionStarter
  agent: string
  identity: AgentIdentity
  options: AgentOptions
  /** The MCP server by which the agent itself sends and reads messages; it is given anew to every process. */
  mcp?: (identity: AgentIdentity) => McpServer | Promise<McpServer>
  /** What whoever takes it up again needs to find the agent; kept in snapshots. No secrets. */
  source?: Readonly<Record<string, unknown>>
  /** Where the log of events stands, for snapshots. */
  cursor?: () => number
  clock?: Clock
}

/** Which earlier session of the agent’s own is gone on with, or branched from. */
export type Take = Pick<RunSessionOptions, 'sessionId' | 'forkSessionId'>

/** Starts an agent that takes messages while it works, with the server by which it sends messages itself. */
export async function openRunSession(opening: AgentBackedOptions, take: Take): Promise<RunSession> {
  const { client, agent, options } = opening
  const servers = await messageServers(opening)
  return client.session(agent, { ...options, ...take, ...servers, steerable: true })
}

/** The MCP servers of a process: those of the caller, and one of its own by which the agent sends messages. */
export async function messageServers({
  identity,
  options,
  mcp,
}: AgentBackedOptions): Promise<Pick<AgentOptions, 'mcpServers'>> {
  const server = await mcp?.(identity)
  const mcpServers = [...(options.mcpServers ?? []), ...(server === undefined ? [] : [server])]
  return mcpServers.length === 0 ? {} : { mcpServers }
}
