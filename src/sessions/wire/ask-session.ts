import { CapstanError } from '../../core/capstan-error.ts'
import type { Run } from '../../run/api/run.ts'
import type { ManagedSession } from '../managed-session.ts'
import type { Sessions } from '../sessions.ts'
import { findRecord } from './find-record.ts'
import { type MethodContext, running } from './methods.ts'
import type { Streaming } from './streaming.ts'
import type { AskItem, WireStreams } from './wire-methods.ts'

/** Sends a prompt to the agent of a session and streams the turn. The agent waits for a client that reads slowly. */
export async function askSession(
  { sessions, signal }: MethodContext,
  { params, send, lines }: Streaming,
): Promise<void> {
  const { session, text } = params as WireStreams['session.ask']['params']
  const managed = promptable(sessions, session)
  const sendItem = (item: AskItem): void => send(item)
  const run = await managed.ask(text, {
    signal,
    onQueued: () => sendItem({ queued: { status: managed.status } }),
  })
  const stop = (): void => void run.cancel(canceledError())
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (signal.aborted) stop()
    for await (const event of run) {
      sendItem({ event })
      // No person can answer here.
      if (event.type === 'elicitation.requested') decline(run, event.requestId)
      if (lines.isFull) await lines.drained()
    }
    sendItem({ result: await run.result() })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function promptable(
  sessions: Sessions,
  reference: string,
): ManagedSession & Required<Pick<ManagedSession, 'ask'>> {
  const { identity } = findRecord(sessions, reference)
  const who = `@${identity.handle}`
  if (sessions.isElsewhere(identity.id)) {
    throw new CapstanError('SESSION_ELSEWHERE', `${who} runs on another node`, {
      hint: 'Prompt it on its own node, or send it a message that wants an answer.',
      commandHint: `Run capstan session send ${who} --answer, or run this command on the node of ${who}.`,
    })
  }
  const managed = running(sessions, reference)
  const { ask } = managed
  if (ask !== undefined) return managed as ManagedSession & { ask: typeof ask }
  throw new CapstanError('NO_AGENT', `${who} has no agent that takes prompts`, {
    hint: 'Send it a message instead.',
    commandHint: `Run capstan session send ${who} instead.`,
  })
}

function decline(run: Run, requestId: string): void {
  try {
    run.respond(requestId, { action: 'cancel' })
  } catch (error) {
    // Resolved in the meantime.
    if (!CapstanError.isInstance(error) || error.code !== 'REQUEST_NOT_OPEN') throw error
  }
}

function canceledError(): CapstanError {
  return new CapstanError('ABORTED', 'The prompt was canceled')
}
