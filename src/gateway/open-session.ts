import { resumeCall } from '../capabilities/ecosystems/acp/fields.ts'
import { supportOf } from '../capabilities/profile.ts'
import { CapstanError } from '../core/capstan-error.ts'
import type { AgentEvent } from '../events/event.ts'
import type { Client } from '../run/client.ts'
import type { AgentSession, AgentSessionOptions } from '../run/session.ts'
import type { ThreadRecord } from './thread-store.ts'

/** A session of an agent, and what is to be told of how it was opened. */
export interface TakenUp {
  readonly session: AgentSession
  readonly isNew: boolean
  readonly isReplayed: boolean
  readonly events: AgentEvent[]
}

/** Goes on with the session of a thread, or begins one. That an agent knows nothing of earlier runs is told, not hidden. */
export async function takeUpSession(
  client: Pick<Client, 'session'>,
  { agent, known, options }: { agent: string; known: ThreadRecord | undefined; options: AgentSessionOptions },
): Promise<TakenUp> {
  const fresh = async (events: AgentEvent[]): Promise<TakenUp> => {
    const session = await client.session(agent, options)
    const recovered: AgentEvent[] =
      known === undefined
        ? []
        : [
            {
              type: 'session.recovered',
              sessionId: session.id,
              by: 'new',
              contextLost: true,
              previousSessionId: known.sessionId,
            },
          ]
    return { session, isNew: true, isReplayed: false, events: [...events, ...recovered] }
  }
  if (known === undefined) return fresh([])
  try {
    const session = await client.session(agent, { ...options, sessionId: known.sessionId })
    const isReplayed = session.transport === 'acp' && supportOf(session.profile, resumeCall) !== 'supported'
    return {
      session,
      isNew: false,
      isReplayed,
      events: [{ type: 'session.resumed', sessionId: known.sessionId }],
    }
  } catch (error) {
    if (!CapstanError.isInstance(error) || options.signal?.aborted) throw error
    const title = `The session before could not be taken up again: ${error.message}`
    return fresh([{ type: 'notice', severity: 'warning', title }])
  }
}
