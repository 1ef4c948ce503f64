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

/** Options of `openAgentSession`, beside those of a session of `capstan/run`. */
export interface OpenAgentSessionOptions extends AgentOptions {
  client: SessionStarter
  sessions: Sessions
  /** Required unless `snapshot` is set. */
  agent?: string
  /** Default: the agent’s id. */
  name?: string
  /** Default: derived from the name. */
  handle?: string
  /**
   * Statuses in which `on-idle` messages are delivered. Default: only `idle`, because agents take a prompt only then.
   */
  safeStates?: readonly ManagedSession['status'][]
  /** Returns the MCP server with which the agent sends and reads messages. */
  mcp?: AgentBackedOptions['mcp']
  /** Whether a participant owns the session: its messages reach the agent as prompts of its user. Default: nobody does. */
  isOwner?: AgentBackedOptions['isOwner']
  /** Resumes this session: identity, agent and options come from the snapshot unless set. */
  snapshot?: AgentSnapshot | Readonly<Record<string, unknown>>
  /** Data needed to find the agent again on resume; stored with the session. No secrets. */
  source?: AgentBackedOptions['source']
  clock?: Clock
}

/**
 * Starts an agent and registers its session, so that others can message it.
 * @throws if the start fails; nothing is left running or registered.
 */
export async function openAgentSession(options: OpenAgentSessionOptions): Promise<OwnedAgentSession> {
  const {
    client,
    sessions,
    name,
    handle,
    safeStates = ['idle'],
    mcp,
    isOwner,
    snapshot,
    source,
    clock,
    ...given
  } = options
  const taken = snapshot === undefined ? undefined : readAgentSnapshot(snapshot)
  const { agent = taken?.agent, ...own } = given
  if (agent === undefined) {
    throw new CapstanError('VALIDATION_ERROR', 'No agent given', { hint: 'Set agent or snapshot.' })
  }
  if (taken?.hasPolicyFunction === true && own.permissions === undefined) throw policyMissing(taken)
  const identity = taken?.identity ?? newIdentity(sessions, { name: name ?? agent, handle })
  const sessionId = taken?.agentSessionId
  const withdraw = sessions.announce(identity.id)
  let session: AgentBackedSession | undefined
  try {
    session = await AgentBackedSession.open(
      {
        client,
        agent,
        identity,
        options: { ...taken?.options, ...own },
        cursor: () => sessions.events.lastCursor,
        isOwner,
        ...(mcp === undefined ? {} : { mcp }),
        ...(source === undefined ? {} : { source }),
        ...(clock === undefined ? {} : { clock }),
      },
      sessionId === undefined ? {} : { sessionId },
    )
    const managed = sessions.register(session, { safeStates, origin: session.origin })
    return new OwnedAgentSession(managed, session, sessions)
  } catch (error) {
    await session?.release()
    withdraw(error instanceof Error ? error.message : String(error))
    throw error
  }
}

/** Another policy in its place could allow more. */
function policyMissing({ identity: { handle } }: AgentSnapshot): CapstanError {
  const message = `Cannot resume @${handle}: its permission policy is a function, which a snapshot cannot hold`
  return new CapstanError('NOT_RESUMABLE', message, { hint: 'Set permissions.' })
}

function newIdentity(
  sessions: Sessions,
  { name, handle }: { name: string; handle: string | undefined },
): AgentIdentity {
  return {
    id: createId('ses'),
    name,
    handle: handle === undefined ? sessions.freeHandle(handleFrom(name)) : bareHandle(handle),
  }
}
