import type { Clock } from '../../core/clock.ts'
import type { RunOptions } from '../../run/api/options.ts'
import type { RunSession } from '../../run/session.ts'
import type { RunSessionOptions } from '../../run/session-options.ts'
import type { SessionStarter } from '../../run/session-pool.ts'
import type { AgentIdentity } from '../identity.ts'
import { startedError } from './agent-session-errors.ts'

type McpServer = NonNullable<RunOptions['mcpServers']>[number]

/** Options of an agent session, without those that Capstan sets itself. */
export type AgentOptions = Omit<RunSessionOptions, 'recover' | 'steerable' | 'sessionId' | 'forkSessionId'>

export interface AgentBackedOptions {
  client: SessionStarter
  agent: string
  identity: AgentIdentity
  options: AgentOptions
  /** The MCP server with which the agent sends and reads messages; created for each process. */
  mcp?: (identity: AgentIdentity) => McpServer | Promise<McpServer>
  /** Whether a participant owns the session: its messages reach the agent as prompts of its user. */
  isOwner?: ((participant: string) => boolean) | undefined
  /** Data needed to find the agent again on resume; stored in snapshots. No secrets. */
  source?: Readonly<Record<string, unknown>>
  /** The current cursor of the event log, for snapshots. */
  cursor?: () => number
  clock?: Clock
}

/** The agent session to resume or to fork. */
export type EarlierSession = Pick<RunSessionOptions, 'sessionId' | 'forkSessionId'>

/** Starts a steerable agent with the MCP server for messages. */
export async function openRunSession(
  opening: AgentBackedOptions,
  earlier: EarlierSession,
): Promise<RunSession> {
  const { client, agent, options } = opening
  const servers = await messageServers(opening)
  return client.session(agent, { ...options, ...earlier, ...servers, steerable: true })
}

/** Restarts an agent that has ended and resumes its session. */
export async function resumeRunSession(opening: AgentBackedOptions, session: RunSession): Promise<void> {
  const { client } = opening
  const { env } = opening.options
  const changes = { ...(await messageServers(opening)), ...(env === undefined ? {} : { env }) }
  if (client.resume === undefined) await session.resume(changes)
  else await client.resume(session, changes)
}

/** The options with more variables for the agent. @throws CapstanError if the agent is running. */
export function withVariables(
  opening: AgentBackedOptions,
  env: Readonly<Record<string, string>>,
  { isRunning }: { isRunning: boolean },
): AgentBackedOptions {
  if (Object.keys(env).length === 0) return opening
  if (isRunning) throw startedError()
  return { ...opening, options: { ...opening.options, env: { ...opening.options.env, ...env } } }
}

/** The caller's MCP servers plus the one for messages. */
async function messageServers({
  identity,
  options,
  mcp,
}: AgentBackedOptions): Promise<Pick<AgentOptions, 'mcpServers'>> {
  const server = await mcp?.(identity)
  const mcpServers = [...(options.mcpServers ?? []), ...(server === undefined ? [] : [server])]
  return mcpServers.length === 0 ? {} : { mcpServers }
}
