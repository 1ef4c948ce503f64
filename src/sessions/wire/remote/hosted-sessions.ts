import type { AgentSessionCapabilities } from '../../../capabilities/ecosystems/relay/types.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import type { ReportedEvent } from '../../events/reported-event.ts'
import type { AgentIdentity } from '../../identity.ts'
import type { MessageReceipt } from '../../messages/receipt.ts'
import type { Sessions } from '../../sessions.ts'
import { type HostedDelivery, RemoteSession } from './remote-session.ts'

/** A session that a process offers to host. The token decides its id. */
export interface HostedRegistration {
  name: string
  handle: string
  capabilities: AgentSessionCapabilities
}

/** A process that is silent for longer than this is lost. */
const silenceMs = 30_000
const checkMs = 5000

/** The sessions of a server that run in other processes, by id. */
export class HostedSessions {
  readonly #byId = new Map<string, RemoteSession>()

  /** Registers a session and sends its messages until the signal aborts or its process is silent; then it is offline. */
  async host(
    registration: HostedRegistration & { id: string },
    {
      sessions,
      send,
      signal,
    }: { sessions: Sessions; send: (item: HostedDelivery) => void; signal: AbortSignal },
  ): Promise<void> {
    const { id, name, handle, capabilities } = registration
    const identity: AgentIdentity = { id, name, handle: handle.replace(/^@/, '') }
    const session = new RemoteSession({ identity, capabilities, send })
    await sessions.durably(() => sessions.register(session))
    this.#byId.set(id, session)
    const reason = await lost(session, signal)
    if (this.#byId.get(id) === session) this.#byId.delete(id)
    session.lost()
    if (sessions.list().some((one) => one.identity.id === id)) {
      await sessions.durably(() => sessions.leave(id, reason))
    }
    throw new CapstanError('ABORTED', reason)
  }

  /** @throws CapstanError `NOT_WAITING` if the delivery has ended meanwhile. */
  receipt(id: string, { deliveryId, receipt }: { deliveryId: string; receipt: MessageReceipt }): void {
    const session = this.#session(id)
    session.seen()
    if (session.answer(deliveryId, receipt)) return
    throw new CapstanError('NOT_WAITING', `The delivery ${deliveryId} does not wait for a receipt`)
  }

  async report(id: string, event: ReportedEvent): Promise<void> {
    const session = this.#session(id)
    session.seen()
    await session.report(event)
  }

  beat(id: string): void {
    this.#session(id).seen()
  }

  #session(id: string): RemoteSession {
    const session = this.#byId.get(id)
    if (session !== undefined) return session
    throw new CapstanError('SESSION_GONE', 'The session is not hosted over this server', {
      hint: 'Host it again.',
    })
  }
}

/** Resolves with the reason when the process of a session is gone. */
function lost(session: RemoteSession, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const end = (reason: string): void => {
      clearInterval(timer)
      resolve(reason)
    }
    const timer = setInterval(() => {
      if (performance.now() - session.lastSeen > silenceMs) end('the process of the session is silent')
    }, checkMs)
    const onAbort = (): void => end('the process of the session disconnected')
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}
