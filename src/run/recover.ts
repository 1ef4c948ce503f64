import { resumeCall } from '../capabilities/ecosystems/acp/fields.ts'
import { supportOf } from '../capabilities/profile.ts'
import { CapstanError } from '../core/capstan-error.ts'
import { Conversation, type ConversationOptions } from './conversation.ts'
import { LiveConversation } from './live-conversation.ts'

/**
 * Takes a session up again after its process has died, in a new one: by resume, else by load, else as a new session,
 * which is told as lost context. The turn that failed is not repeated.
 */
export async function recoverConversation(
  lost: Conversation | LiveConversation,
  options: ConversationOptions,
): Promise<Conversation | LiveConversation> {
  if (lost instanceof LiveConversation) return recoverLive(lost, options)
  const sessionId = lost.session.id
  for (const by of ['resume', 'load'] as const) {
    const call = by === 'resume' ? resumeCall : 'session.load'
    if (supportOf(lost.host.profile, call) !== 'supported') continue
    try {
      const conversation = await Conversation.open({ ...options, take: { sessionId, by } })
      void options.onEvent({ type: 'session.recovered', sessionId, by, contextLost: false })
      return conversation
    } catch (error) {
      options.signal.throwIfAborted()
      const reason = CapstanError.isInstance(error) ? error.message : String(error)
      options.onWarning(`The session could not be taken up again by ${by}: ${reason}`)
    }
  }
  const fresh = { ...options.validated.options, sessionId: undefined, forkSessionId: undefined }
  const conversation = await Conversation.open({
    ...options,
    validated: { ...options.validated, options: fresh },
  })
  void options.onEvent({
    type: 'session.recovered',
    sessionId: conversation.session.id,
    by: 'new',
    contextLost: true,
    previousSessionId: sessionId,
  })
  return conversation
}

/** On its command line a process is started with the session that goes on. */
async function recoverLive(
  { sessionId }: LiveConversation,
  options: ConversationOptions,
): Promise<LiveConversation> {
  const { validated, onEvent } = options
  const { sessionId: _, forkSessionId: __, ...asked } = validated.options
  const again = sessionId === undefined ? asked : { ...asked, sessionId }
  const conversation = await LiveConversation.open({
    ...options,
    validated: { ...validated, options: again },
  })
  if (sessionId !== undefined) {
    void onEvent({ type: 'session.recovered', sessionId, by: 'resume', contextLost: false })
  }
  return conversation
}
