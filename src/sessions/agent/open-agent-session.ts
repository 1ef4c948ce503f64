import type { Clock } from '../../core/clock.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { createId } from '../../core/ids.ts'
import type { SessionStarter } from '../../run/session-pool.ts'
import { bareHandle, handleFrom } from '../check/check-identity.ts'
import type { AgentIdentity } from '../identity.ts'
import type { ManagedSession } from '../managed-session.ts'
import type { Sessions } from '../sessions.ts'
import { AgentBackedSession } from './agent-backed-session.ts'
import type { AgentBackedOptions, AgentOptions } from './agent-opening.ts'
import { type AgentSnapshot, readAgentSnapshot } from './agent-snapshot.ts'
import { OwnedAgentSession } from './owned-agent-session.ts'

/** What a session with an agent is opened with, beside all that a session of `capstan/run` takes. */
export interface OpenAgentSessionOptions extends AgentOptions {
  client: SessionStarter
  sessions: Sessions
  /** Not needed with a snapshot. */
  agent?: string
  /** The agent’s id if not given. */
  name?: string
  /** Made of the name if not given. */
  handle?: string
  /** In which states `on-idle` surfaces; only `idle` if not given, because an agent takes a prompt only then. */
  safeStates?: readonly ManagedSession['status'][]
  /** Gives the MCP server by which the agent itself sends and reads messages. */
  mcp?: AgentBackedOptions['mcp']
  /** A session that goes on: who it is, its agent and its options are taken from here unless they are given. */
  snapshot?: AgentSnapshot | Readonly<Record<string, unknown>>
  /** What whoever takes it up again needs to find the agent; kept with it. No secrets. */
  source?: AgentBackedOptions['source']
  clock?: Clock
}

/**
 * Starts an agent and has its session looked after, so that others can write to it.
 * @throws whatever stops it: nothing is left running or registered then.
 */
export async function openAgentSession(asked: OpenAgentSessionOptions): Promise<OwnedAgentSession> {
  const {
    client,
    sessions,
    name,
    handle,
    safeStates = ['idle'],
    mcp,
    snapshot,
    source,
    clock,
    ...given
  } = asked
  const taken = snapshot === undefined ? undefined : readAgentSnapshot(snapshot)
  const { agent = taken?.agent, ...own } = given
  if (agent === undefined) {
    throw new CapstanError('VALIDATION_ERROR', 'No agent is named', { hint: 'Give agent, or a snapshot.' })
  }
  const identity = taken?.identity ?? newIdentity(sessions, { name: name ?? agent, handle })
  const sessionId = taken?.agentSessionId
  const session = await AgentBackedSession.open(
    {
      client,
      agent,
      identity,
      options: { ...taken?.options, ...own },
      cursor: () => sessions.events.lastCursor,
      ...(mcp === undefined ? {} : { mcp }),
      ...(source === undefined ? {} : { source }),
      ...(clock === undefined ? {} : { clock }),
    },
    sessionId === undefined ? {} : { sessionId },
  )
  try {
    const managed = sessions.register(session, { safeStates, origin: session.origin })
    return new OwnedAgentSession(managed, session)
  } catch (error) {
    await session.release()
    throw error
  }
}

function newIdentity(
  sessions: Sessions,
  { name, handle }: { name: string; handle: string | undefined },
): AgentIdentity {
  return {
    id: createId('ses'),
    name,
    handle: handle === undefined ? freeHandle(sessions, handleFrom(name)) : bareHandle(handle),
  }
}

/** Also those who are not there now keep theirs. */
function freeHandle(sessions: Sessions, wanted: string): string {
  const kept = sessions.records().filter(({ status }) => status !== 'released')
  const taken = new Set(kept.map(({ identity }) => identity.handle.toLowerCase()))
  for (let count = 1; ; count++) {
    const handle = count === 1 ? wanted : `${wanted}-${count}`
    if (!taken.has(handle)) return handle
  }
}
