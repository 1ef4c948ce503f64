import type { AgentSessionCapabilities } from '../../../capabilities/ecosystems/relay/types.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import type { AgentSession } from '../../agent-session.ts'
import type { ReportedEvent } from '../../events/reported-event.ts'
import type { AgentIdentity } from '../../identity.ts'
import type { SessionMessage } from '../../messages/message.ts'
import type { MessageContext, MessageReceipt } from '../../messages/receipt.ts'

/** A message for a session that runs in another process. */
export interface HostedDelivery {
  message: SessionMessage
  context: MessageContext
}

export interface RemoteSessionOptions {
  identity: AgentIdentity
  capabilities: AgentSessionCapabilities
  send: (delivery: HostedDelivery) => void
}

/** A session that runs in another process, which answers over its connection. */
export class RemoteSession implements AgentSession {
  readonly identity: AgentIdentity
  readonly capabilities: AgentSessionCapabilities
  readonly #send: RemoteSessionOptions['send']
  readonly #waiting = new Map<string, PromiseWithResolvers<MessageReceipt>>()
  #listener: ((event: ReportedEvent) => void | Promise<void>) | undefined
  #lastSeen = performance.now()

  constructor({ identity, capabilities, send }: RemoteSessionOptions) {
    this.identity = identity
    this.capabilities = capabilities
    this.#send = send
  }

  /** When the process was heard last, by the monotonic clock. */
  get lastSeen(): number {
    return this.#lastSeen
  }

  seen(): void {
    this.#lastSeen = performance.now()
  }

  receiveMessage(message: SessionMessage, context: MessageContext): Promise<MessageReceipt> {
    const answer = Promise.withResolvers<MessageReceipt>()
    this.#waiting.set(context.id, answer)
    this.#send({ message, context })
    return answer.promise
  }

  onEvent(emit: (event: ReportedEvent) => void | Promise<void>): () => void {
    this.#listener = emit
    return () => {
      this.#listener = undefined
    }
  }

  /** Returns false if no such delivery waits. */
  answer(deliveryId: string, receipt: MessageReceipt): boolean {
    const waiting = this.#waiting.get(deliveryId)
    this.#waiting.delete(deliveryId)
    waiting?.resolve(receipt)
    return waiting !== undefined
  }

  async report(event: ReportedEvent): Promise<void> {
    await this.#listener?.(event)
  }

  /** The process is gone: it may have taken the messages that it did not answer. */
  lost(): void {
    const error = new CapstanError('DELIVERY_IN_DOUBT', 'the connection of the session was lost')
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
