import { CapstanError } from '../core/capstan-error.ts'
import { Conversation, type ConversationOptions } from './conversation/conversation.ts'
import { LongRunningConversation } from './conversation/long-running-conversation.ts'

/** A conversation of many turns: over ACP, or in a long-running process on the agent's command line. */
export type SessionConversation = Conversation | LongRunningConversation

/** Opens a new session, or the session of the options. */
function openConversation(options: ConversationOptions): Promise<SessionConversation> {
  return options.validated.transport === 'cli'
    ? LongRunningConversation.open(options)
    : Conversation.open(options)
}

/** Opens the session of the options; with `orStart` a new session if the agent cannot resume it. */
export async function openOrResume(
  options: ConversationOptions,
  orStart: boolean,
): Promise<{ conversation: SessionConversation; isResumed: boolean }> {
  const { sessionId } = options.validated.options
  if (orStart && sessionId !== undefined) return resumeOrStart(sessionId, options)
  return { conversation: await openConversation(options), isResumed: sessionId !== undefined }
}

/** Resumes a session of the agent in a new process. */
export function resumeConversation(
  sessionId: string,
  options: ConversationOptions,
): Promise<SessionConversation> {
  return openConversation(withSession(options, sessionId))
}

/**
 * Resumes a session of the agent in a new process, or starts a new session if the agent cannot resume it. The event
 * `session.recovered` then reports that the context is lost.
 */
async function resumeOrStart(
  sessionId: string,
  options: ConversationOptions,
): Promise<{ conversation: SessionConversation; isResumed: boolean }> {
  try {
    return { conversation: await resumeConversation(sessionId, options), isResumed: true }
  } catch (error) {
    if (!CapstanError.isInstance(error) || options.signal.aborted) throw error
    options.onWarning(`Could not resume the session: ${error.message}`)
  }
  const conversation = await openConversation(withSession(options, undefined))
  void options.onEvent({
    type: 'session.recovered',
    sessionId: conversation.sessionId ?? '',
    by: 'new',
    contextLost: true,
    previousSessionId: sessionId,
  })
  return { conversation, isResumed: false }
}

/** Continues a session after a crash of its process. The failed turn is not repeated. */
export async function recoverConversation(
  sessionId: string,
  options: ConversationOptions,
): Promise<SessionConversation> {
  if (sessionId === '') return openConversation(options)
  const { conversation, isResumed } = await resumeOrStart(sessionId, options)
  if (isResumed) {
    const by = conversation instanceof Conversation && conversation.session.isReplayed ? 'load' : 'resume'
    void options.onEvent({ type: 'session.recovered', sessionId, by, contextLost: false })
  }
  return conversation
}

function withSession(
  { validated, ...options }: ConversationOptions,
  sessionId: string | undefined,
): ConversationOptions {
  const { sessionId: _, forkSessionId: __, ...rest } = validated.options
  const asked = sessionId === undefined ? rest : { ...rest, sessionId }
  return { ...options, validated: { ...validated, options: asked } }
}
