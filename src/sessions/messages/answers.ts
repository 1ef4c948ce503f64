import { CapstanError } from '../../core/capstan-error.ts'
import type { SessionsContext } from '../context.ts'
import type { SessionMessage } from './message.ts'
import type { Delivery } from '../delivery.ts'

/** What a session can say when the turn that had a message is over. */
export type AnswerOutcome = { text: string } | { reason: string }

/** Marks the messages in this thread as answered whose sender waits for an answer of the replier. */
export function noteReply(
  { store, clock }: SessionsContext,
  { threadId, reply, by }: { threadId: string; reply: string; by: string },
): void {
  const root = store.message(threadId)
  const thread = [...(root === undefined ? [] : [root]), ...store.messages({ threadId })]
  for (const { id } of thread.filter((message) => message.wantsAnswer === true)) {
    for (const delivery of store.deliveries({ messageId: id, recipient: by })) {
      if (isAnswered(store, delivery)) continue
      const receipt = { deliveryId: delivery.id, attempt: 0, at: clock.now(), status: 'answered' as const }
      store.updateDelivery(delivery.id, {}, { ...receipt, answer: reply })
    }
  }
}

export interface AnswerOptions {
  context: SessionsContext
  deliveryId: string
  outcome: AnswerOutcome
  /** Sends the text to the sender of the message alone. */
  send: (recipient: string, message: SessionMessage, text: string) => void
}

/** Answers a message on behalf of its recipient, unless the recipient has replied. */
export function answerDelivery({ context, deliveryId, outcome, send }: AnswerOptions): void {
  const { store, unsaved, isOpen } = context
  if (!isOpen()) return
  unsaved.attempt(`answer ${deliveryId}`, `Could not store the answer to delivery ${deliveryId}`, () => {
    const delivery = store.delivery(deliveryId)
    const message = delivery === undefined ? undefined : store.message(delivery.messageId)
    if (delivery === undefined || message === undefined || isAnswered(store, delivery)) return
    if ('reason' in outcome) return unanswered(context, delivery, outcome.reason)
    try {
      send(delivery.recipient, message, outcome.text)
    } catch (error) {
      // A store that fails is tried again.
      if (!CapstanError.isInstance(error) || error.code.startsWith('STORE_')) throw error
      unanswered(context, delivery, `its answer could not be sent: ${error.message}`)
    }
  })
}

function unanswered({ store, clock, log }: SessionsContext, delivery: Delivery, reason: string): void {
  const { id, recipient, messageId } = delivery
  log.transaction(() => {
    const receipt = { deliveryId: id, attempt: 0, at: clock.now(), status: 'unanswered' as const, reason }
    store.updateDelivery(id, {}, receipt)
    log.append(recipient, { type: 'log', level: 'warn', message: `Did not answer ${messageId}: ${reason}` })
  })
}

function isAnswered(store: SessionsContext['store'], { id }: Delivery): boolean {
  return store.receipts(id).some(({ status }) => status === 'answered')
}
