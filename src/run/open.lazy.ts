import type { ConversationOptions } from './conversation/conversation.ts'
import type { AgentEvent } from '../events/event.ts'
import type { SessionInfo } from '../acp/session-options.ts'
import type { KeptSessionsOptions } from './kept-sessions.ts'
import { withLoginHint } from './launch/login-hint.ts'
import type { ProbeOptions, ProbeResult } from './probe.ts'
import type { RunConversation } from './api/run-conversation.ts'
import type { RunSession } from './session.ts'
import type { OpenSessionOptions } from './session-options.ts'
import type { ValidatedRun } from './validate/validate.ts'

/** Loads the code that starts processes with the first agent. */
export async function openConversationLazily(options: ConversationOptions): Promise<RunConversation> {
  if (options.validated.isLongRunning) {
    const { LongRunningConversation } = await import('./conversation/long-running-conversation.ts')
    return LongRunningConversation.open(options)
  }
  if (options.validated.transport === 'cli') {
    const { CommandLineConversation } = await import('./conversation/command-line-conversation.ts')
    return new CommandLineConversation(options)
  }
  const { Conversation } = await import('./conversation/conversation.ts')
  return Conversation.open(options)
}

export async function openSessionLazily(options: OpenSessionOptions): Promise<RunSession> {
  const { RunSession: session } = await import('./session.ts')
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
