import type { ConversationOptions } from './conversation.ts'
import type { AgentEvent } from '../events/event.ts'
import type { SessionInfo } from '../acp/session-options.ts'
import type { KeptSessionsOptions } from './kept-sessions.ts'
import { withLoginHint } from './login-hint.ts'
import type { ProbeOptions, ProbeResult } from './probe.ts'
import type { RunConversation } from './run-conversation.ts'
import type { AgentSession, OpenSessionOptions } from './session.ts'
import type { ValidatedRun } from './validate.ts'

/** What starts processes is loaded when the first agent is started. */
export async function openConversationLazily(options: ConversationOptions): Promise<RunConversation> {
  if (options.validated.isLive) {
    const { LiveConversation } = await import('./live-conversation.ts')
    return LiveConversation.open(options)
  }
  if (options.validated.transport === 'cli') {
    const { HeadlessConversation } = await import('./headless-conversation.ts')
    return new HeadlessConversation(options)
  }
  const { Conversation } = await import('./conversation.ts')
  return Conversation.open(options)
}

export async function openSessionLazily(options: OpenSessionOptions): Promise<AgentSession> {
  const { AgentSession: session } = await import('./session.ts')
  try {
    return await session.open(options)
  } catch (error) {
    throw withLoginHint(error, options.validated.definition)
  }
}

export async function probeLazily(validated: ValidatedRun, options: ProbeOptions): Promise<ProbeResult> {
  const { probeAgent } = await import('./probe.ts')
  return Object.freeze(await probeAgent(validated, options))
}

export async function listSessionsLazily(
  validated: ValidatedRun,
  options?: KeptSessionsOptions,
): Promise<SessionInfo[]> {
  const { listKeptSessions } = await import('./kept-sessions.ts')
  return listKeptSessions(validated, options)
}

export async function readSessionLazily(
  validated: ValidatedRun,
  sessionId: string,
  options?: KeptSessionsOptions,
): Promise<AgentEvent[]> {
  const { readKeptSession } = await import('./kept-sessions.ts')
  return readKeptSession(validated, sessionId, options)
}
