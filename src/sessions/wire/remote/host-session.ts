import { ignore } from '../../../core/ignore.ts'
import type { AgentSession } from '../../agent-session.ts'
import type { MessageReceipt } from '../../messages/receipt.ts'
import type { SessionsConnection } from '../connect.ts'
import type { HostedDelivery } from './remote-session.ts'

const beatMs = 10_000

/** A session that this process runs for a server on another machine. */
export interface HostedSession {
  /** Resolves when the server has ended the hosting, with the error, or undefined after `stop`. */
  readonly ended: Promise<unknown>
  /** Takes the session offline. */
  stop(): Promise<void>
}

/**
 * Runs a session in this process for a session server: its messages come over the connection, its receipts and events go
 * back. The token of the connection decides which session it is. If the connection is lost, the session is offline, and
 * unanswered messages are in doubt.
 */
export function hostSession(
  connection: SessionsConnection,
  session: Pick<AgentSession, 'identity' | 'capabilities' | 'receiveMessage' | 'onEvent'>,
): HostedSession {
  const stopping = new AbortController()
  const { name, handle } = session.identity
  const { capabilities } = session
  const stream = connection.stream('session.host', { name, handle, capabilities }, stopping.signal)
  const endEvents = session.onEvent?.(async (event) => {
    await connection.request('host.emit', { event })
  })
  const beat = setInterval(() => void connection.request('host.beat', {}).catch(ignore), beatMs)
  const run = async (): Promise<unknown> => {
    try {
      for await (const delivery of stream) void answer(delivery)
      return undefined
    } catch (error) {
      return error
    } finally {
      clearInterval(beat)
      endEvents?.()
    }
  }
  const answer = async ({ message, context }: HostedDelivery): Promise<void> => {
    const receipt = await session
      .receiveMessage(message, context)
      .catch((error: unknown): MessageReceipt => ({
        status: 'failed',
        deliveryId: context.id,
        reason: `the session threw: ${error instanceof Error ? error.message : String(error)}`,
        retryable: true,
      }))
    // A receipt that does not arrive leaves the delivery in doubt.
    await connection.request('host.receipt', { deliveryId: context.id, receipt }).catch(ignore)
  }
  const ended = run()
  return {
    ended,
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}
