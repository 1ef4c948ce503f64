import type { ActionResult, ActionSummary, InvokeOptions } from './action.ts'
import type { Actions } from './actions.ts'
import type { SessionsContext } from './context.ts'
import type { Delivery } from './delivery.ts'
import { waitOf } from './delivery/waiting.ts'
import type { Directory } from './directory.ts'
import { openStates } from './store/delivery-states.ts'
import type { AgentIdentity, ParticipantKind } from './identity.ts'
import type { SessionMessage } from './messages/message.ts'
import type { Messaging } from './messages/messaging.ts'
import type {
  InboxItem,
  InboxQuery,
  Participant,
  ReplyOptions,
  SendOptions,
  SendResult,
} from './participant.ts'

export interface ParticipantOptions {
  context: SessionsContext
  directory: Directory
  messaging: Messaging
  actions: Actions
  identity: AgentIdentity
  kind: ParticipantKind
}

/** Deliveries per transaction. */
const pageSize = 500

/** A participant. The holder of this object acts as the participant. */
export class RegisteredParticipant<Kind extends ParticipantKind = ParticipantKind> implements Participant {
  readonly identity: AgentIdentity
  readonly kind: Kind
  readonly #options: ParticipantOptions

  constructor(options: ParticipantOptions & { kind: Kind }) {
    this.#options = options
    this.identity = options.identity
    this.kind = options.kind
  }

  send(options: SendOptions): SendResult {
    return this.#options.messaging.send(this.identity.id, options)
  }

  reply(messageId: string, options: ReplyOptions): SendResult {
    return this.#options.messaging.reply(this.identity.id, messageId, options)
  }

  inbox({ unread, delivered, afterSequence, limit }: InboxQuery = {}): InboxItem[] {
    const { store } = this.#options.context
    const deliveries = store.deliveries({
      recipient: this.identity.id,
      states: delivered === true ? ['delivered'] : [...openStates, 'delivered'],
      ...(unread === undefined ? {} : { unread }),
      ...(afterSequence === undefined ? {} : { afterSequence }),
      ...(limit === undefined ? {} : { limit }),
    })
    return deliveries.flatMap((delivery) => {
      const message = store.message(delivery.messageId)
      return message === undefined ? [] : [{ message, delivery }]
    })
  }

  markRead(messageIds?: readonly string[]): number {
    const { store } = this.#options.context
    const recipient = this.identity.id
    if (messageIds !== undefined) {
      return this.#markRead(
        [...new Set(messageIds)].flatMap((messageId) => {
          this.#options.messaging.visible(recipient, messageId)
          return store.deliveries({ recipient, messageId, unread: true })
        }),
      )
    }
    let count = 0
    for (const page of this.#unreadPages()) count += this.#markRead(page)
    return count
  }

  async markAllRead(): Promise<number> {
    let count = 0
    for (const page of this.#unreadPages()) {
      count += this.#markRead(page)
      await new Promise((resolve) => setImmediate(resolve))
    }
    return count
  }

  /** The unread deliveries up to now, in pages. */
  *#unreadPages(): Generator<Delivery[]> {
    const { store } = this.#options.context
    const recipient = this.identity.id
    const [newest] = store.deliveries({ recipient, order: 'newest', limit: 1 })
    const last = newest?.sequence ?? 0
    for (let afterSequence = 0; afterSequence < last;) {
      const page = store.deliveries({ recipient, unread: true, afterSequence, limit: pageSize })
      const end = page.at(-1)?.sequence
      if (end === undefined) return
      yield page.filter(({ sequence }) => sequence <= last)
      afterSequence = end
    }
  }

  #markRead(deliveries: readonly Delivery[]): number {
    const { store, clock, log } = this.#options.context
    log.transaction(() => {
      for (const { id } of deliveries) store.updateDelivery(id, { readAt: clock.now() })
    })
    return deliveries.length
  }

  thread(messageId: string): SessionMessage[] {
    return this.#options.messaging.thread(this.identity.id, messageId)
  }

  receipts(messageId: string): ReturnType<Participant['receipts']> {
    const { store } = this.#options.context
    const message = this.#options.messaging.visible(this.identity.id, messageId)
    const isSender = message.from.id === this.identity.id
    return store
      .deliveries({ messageId })
      .filter(({ recipient }) => isSender || recipient === this.identity.id)
      .map((delivery) => {
        const waits = waitOf(delivery, this.#options)
        return { delivery, receipts: store.receipts(delivery.id), ...(waits === undefined ? {} : { waits }) }
      })
  }

  actions(): ActionSummary[] {
    return this.#options.actions.list(this.identity)
  }

  invoke(action: string, input: unknown, options: InvokeOptions = {}): Promise<ActionResult> {
    return this.#options.actions.invoke({ caller: this.identity, action, input, options })
  }
}
