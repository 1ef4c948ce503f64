import type { SessionsContext } from '../context.ts'
import type { Delivery } from '../delivery.ts'
import type { SessionMessage } from '../messages/message.ts'
import { capabilityRefusal } from '../negotiation.ts'
import { attempt, type Outcome } from './attempt.ts'
import type { Ledger } from './ledger.ts'
import type { Mailbox, Running } from './mailbox.ts'

export interface HandOverOptions {
  context: SessionsContext
  ledger: Ledger
  /** An attempt began that has to end by this time. */
  onBegin: (limit: number) => void
  onOutcome: (mailbox: Mailbox, running: Running, outcome: Outcome) => void
  onEnd: (mailbox: Mailbox) => void
  /** The mark was not stored, and the session was not called. */
  onFailure: (mailbox: Mailbox, error: unknown) => void
}

interface Due {
  delivery: Delivery
  message: SessionMessage
}

interface Marked {
  running: Running
  message: SessionMessage
}

/** Marks due deliveries and calls their session. */
export class HandOver {
  readonly #options: HandOverOptions

  constructor(options: HandOverOptions) {
    this.#options = options
  }

  /** Ends the due deliveries that cannot be handed over, and hands the others over. */
  deliver(mailbox: Mailbox): void {
    const { store, clock } = this.#options.context
    const { ledger } = this.#options
    const now = clock.now()
    const deliverable: Due[] = []
    for (const delivery of mailbox.due()) {
      if (delivery.deadline <= now) {
        // The timer is late: the machine slept, or the clock was set.
        ledger.expire(delivery)
        mailbox.again = true
        continue
      }
      const message = store.message(delivery.messageId)
      // The session's capabilities may have changed since the message was sent.
      const { mode } = delivery
      const attachments = message?.attachments ?? []
      const refusal = capabilityRefusal(mailbox.recipient.profile, { mode, attachments })
      if (message !== undefined && refusal === undefined) deliverable.push({ delivery, message })
      else {
        const detail = refusal?.message ?? 'the message is not in the store'
        ledger.dead(delivery, { reason: 'failed', detail })
        mailbox.again = true
      }
    }
    if (deliverable.length > 0) this.#start(mailbox, deliverable)
  }

  /** Calls the session once the mark is committed, with a shared store once it is durable. */
  #start(mailbox: Mailbox, due: readonly Due[]): void {
    const { context, ledger } = this.#options
    let marked: Marked[] = []
    const mark = (): void => {
      const deliveries = ledger.mark(due.map(({ delivery }) => delivery))
      marked = due.flatMap(({ message }, index) => {
        const delivery = deliveries[index]
        return delivery === undefined ? [] : [{ running: this.#reserve(mailbox, delivery), message }]
      })
    }
    const { shared } = context.store
    if (shared === undefined) {
      mark()
      for (const { running, message } of marked) {
        context.log.afterCommit(
          () => this.#call(mailbox, running, message),
          () => void mailbox.running.delete(running.delivery.id),
        )
      }
      return
    }
    // The session is called when the mark is durable, so that no other node can call it for the same delivery.
    shared.durably(mark).then(
      () => marked.forEach((each) => this.#callLate(mailbox, each)),
      (error: unknown) => {
        for (const { running } of marked) drop(mailbox, running)
        this.#options.onFailure(mailbox, error)
      },
    )
  }

  /** Ends an attempt without an outcome. */
  forget(mailbox: Mailbox, running: Running): void {
    drop(mailbox, running)
    this.#options.onEnd(mailbox)
  }

  #reserve(mailbox: Mailbox, delivery: Delivery): Running {
    const { context, onBegin } = this.#options
    const limit = Math.min(context.clock.now() + context.policy.attemptTimeoutMs, delivery.deadline)
    const running: Running = { delivery, limit, settled: Promise.withResolvers<void>() }
    mailbox.running.set(delivery.id, running)
    onBegin(limit)
    return running
  }

  #call(mailbox: Mailbox, running: Running, message: SessionMessage): void {
    void attempt(mailbox.recipient, message, running.delivery).then((outcome) =>
      this.#options.onOutcome(mailbox, running, outcome),
    )
  }

  /** The owner or the status of the session may have changed while the mark was committed. */
  #callLate(mailbox: Mailbox, { running, message }: Marked): void {
    const { store, unsaved } = this.#options.context
    const { delivery } = running
    const isOwner = store.shared?.mayAct(mailbox.recipient.id)
    if (mailbox.running.get(delivery.id) !== running) return
    if (isOwner !== true) return this.forget(mailbox, running)
    if (mailbox.mayStart(running)) return this.#call(mailbox, running, message)
    unsaved.attempt(`mark ${delivery.id}`, `Could not queue delivery ${delivery.id} again`, () => {
      const current = store.delivery(delivery.id)
      if (current?.state === 'surfacing' && current.attempts === delivery.attempts)
        this.#options.ledger.unmark(delivery)
      this.forget(mailbox, running)
    })
  }
}

function drop(mailbox: Mailbox, running: Running): void {
  const { id } = running.delivery
  if (mailbox.running.get(id) === running) mailbox.running.delete(id)
  running.settled.resolve()
}
