import type { SessionInfo } from '../acp/session-options.ts'
import type { AgentEvent } from '../events/event.ts'
import { startAgent, type StartedAgent } from './launch/start-agent.ts'
import type { ValidatedRun } from './validate/validate.ts'

export interface KeptSessionsOptions {
  /** Only the sessions of this folder; absolute. */
  cwd?: string
  signal?: AbortSignal
  /** Variables for the agent beside those that it gets anyway. */
  env?: Readonly<Record<string, string>>
}

/** The sessions an agent keeps. It is started, asked and ended again. */
export async function listKeptSessions(
  validated: ValidatedRun,
  { cwd, signal }: KeptSessionsOptions = {},
): Promise<SessionInfo[]> {
  return withAgent(validated, signal, async ({ host }) => {
    const sessions: SessionInfo[] = []
    for await (const session of host.streamAllSessions(cwd === undefined ? {} : { cwd })) {
      sessions.push(session)
    }
    return sessions
  })
}

/** What was said in a session that an agent keeps. It is started, asked and ended again; nothing is prompted. */
export async function readKeptSession(
  validated: ValidatedRun,
  sessionId: string,
  { cwd = process.cwd(), signal }: KeptSessionsOptions = {},
): Promise<AgentEvent[]> {
  return withAgent(validated, signal, async ({ host }) => {
    const events: AgentEvent[] = []
    await host.loadSession(sessionId, {
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
    agent.host.close()
    await agent.launched.stop({ closeGraceMs: 200, termGraceMs: 500 })
  }
}
