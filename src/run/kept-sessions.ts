import type { SessionInfo } from '../acp/session-options.ts'
import type { AgentEvent } from '../events/event.ts'
import { startAgent, type StartedAgent } from './launch/start-agent.ts'
import type { ValidatedRun } from './validate/validate.ts'

export interface KeptSessionsOptions {
  /** Only the sessions of this folder; an absolute path. */
  cwd?: string
  signal?: AbortSignal
  /** Additional environment variables for the agent. */
  env?: Readonly<Record<string, string>>
}

/** The sessions that an agent has stored. Starts and stops the agent. */
export async function listKeptSessions(
  validated: ValidatedRun,
  { cwd, signal }: KeptSessionsOptions = {},
): Promise<SessionInfo[]> {
  return withAgent(validated, signal, async ({ connection }) => {
    const sessions: SessionInfo[] = []
    for await (const session of connection.streamAllSessions(cwd === undefined ? {} : { cwd })) {
      sessions.push(session)
    }
    return sessions
  })
}

/** The history of a stored session. Starts and stops the agent; sends no prompt. */
export async function readKeptSession(
  validated: ValidatedRun,
  sessionId: string,
  { cwd = process.cwd(), signal }: KeptSessionsOptions = {},
): Promise<AgentEvent[]> {
  return withAgent(validated, signal, async ({ connection }) => {
    const events: AgentEvent[] = []
    await connection.loadSession(sessionId, {
      cwd,
      onEvent: (event) => {
        events.push(event)
        return undefined
      },
      handlers: { permission: async () => ({ type: 'cancelled' }) },
      ...(signal === undefined ? {} : { signal }),
    })
    return events
  })
}

async function withAgent<Result>(
  validated: ValidatedRun,
  signal: AbortSignal = new AbortController().signal,
  ask: (agent: StartedAgent) => Promise<Result>,
): Promise<Result> {
  const agent = await startAgent(validated, { onWarning: () => {}, signal })
  try {
    return await ask(agent)
  } finally {
    agent.connection.close()
    await agent.launched.stop({ closeGraceMs: 200, termGraceMs: 500 })
  }
}
