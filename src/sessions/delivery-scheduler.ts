import { Alarm } from './delivery/alarm.ts'
import type { Outcome } from './delivery/attempt.ts'
import { type DeliveryEvent, deliveryOf, mayStillSettle, outcomeOf } from './delivery/answer.ts'
import { isMomentMode, type MomentMode } from './delivery/boundaries.ts'
import { Expiry } from './delivery/expiry.ts'
import { HandOver } from './delivery/hand-over.ts'
import { Ledger } from './delivery/ledger.ts'
import type { Mailbox, Running } from './delivery/mailbox.ts'
import { Mailboxes } from './delivery/mailboxes.ts'
import type { Recipient } from './delivery/recipient.ts'
import type { Delivery } from './delivery.ts'
import type { SessionsContext } from './context.ts'
import { recover } from './store/recover.ts'
import { openStates } from './store/delivery-states.ts'

/** Delivers messages at the boundaries of their sessions and ensures that every delivery ends. */
export class DeliveryScheduler {
  readonly #context: SessionsContext
  readonly #ledger: Ledger
  readonly #alarm: Alarm
  readonly #mailboxes: Mailboxes
  readonly #handOver: HandOver
  readonly #expiry: Expiry
  #isClosed = false
  /** While deliveries end whose time is up: the recipients to scan when all have ended. */
  #held: Set<string> | undefined

  constructor(context: SessionsContext) {
    this.#context = context
    this.#ledger = new Ledger(context)
    this.#alarm = new Alarm(context.clock, () => this.#onAlarm())
    this.#mailboxes = new Mailboxes(context, (mailbox) => this.#scan(mailbox))
    this.#expiry = new Expiry({ context, ledger: this.#ledger, onEnded: (id) => this.changed(id) })
    this.#handOver = new HandOver({
      context,
      ledger: this.#ledger,
      onBegin: (limit) => this.#alarm.setBy(limit),
      onOutcome: (mailbox, running, outcome) => this.#onOutcome(mailbox, running, outcome),
      onEnd: (mailbox) => this.#mailboxes.ended(mailbox),
      onFailure: (mailbox, error) => this.#onFailure(mailbox, error),
    })
  }

  /** Recovers the deliveries that an earlier process left unfinished, and starts the timer. */
  open(): void {
    const { store, clock, log, policy } = this.#context
    store.shared?.subscribe({ onChanges: ({ deliveries }) => this.sent(deliveries) })
    // In a shared store the next owner of a session recovers its deliveries.
    if (store.shared === undefined)
      log.transaction(() => {
        const left = policy.inDoubt === 'redeliver' ? store.deliveries({ states: ['in-doubt'] }) : []
        for (const delivery of [...recover({ store, clock }), ...left]) {
          const reason = store.receipts(delivery.id).at(-1)?.reason ?? 'the process ended'
          this.#ledger.inDoubt(delivery, reason, { hasReceipt: true })
        }
      })
    this.#onAlarm()
  }

  /** Starts delivering to a session. */
  attach(recipient: Recipient): void {
    this.#mailboxes.add(recipient)
  }

  /** Stops delivering to a session; its messages stay queued. */
  detach(id: string): void {
    this.#mailboxes.remove(id)
  }

  /** Puts the deliveries in doubt that an earlier owner of the session left unfinished. */
  recoverSession(id: string, reason: string): void {
    const { store, log } = this.#context
    log.transaction(() => {
      for (const delivery of store.deliveries({ recipient: id, states: ['surfacing', 'accepted'] })) {
        this.#ledger.inDoubt(delivery, reason)
      }
    })
  }

  /** This node is no longer the owner of a session: forgets its running attempts. */
  lost(id: string): void {
    const mailbox = this.#mailboxes.get(id)
    this.#mailboxes.remove(id)
    if (mailbox === undefined) return
    for (const running of mailbox.running.values()) this.#handOver.forget(mailbox, running)
  }

  /** Resolves when the running attempts of a session have ended. */
  async settled(id: string): Promise<void> {
    const running = [...(this.#mailboxes.get(id)?.running.values() ?? [])]
    await Promise.all(running.map(({ settled }) => settled.promise))
  }

  /** Schedules stored deliveries. */
  sent(deliveries: readonly Delivery[]): void {
    for (const { recipient, sequence, deadline, state } of deliveries) {
      if (state !== 'pending') continue
      this.#alarm.setBy(deadline)
      const mailbox = this.#mailboxes.get(recipient)
      if (mailbox === undefined) continue
      mailbox.added(sequence)
      this.#mailboxes.scanSoon(mailbox)
    }
  }

  /** Delivers the messages that a status change made due, before it returns. */
  changed(id: string): void {
    const mailbox = this.#mailboxes.get(id)
    if (mailbox !== undefined) this.#scan(mailbox)
  }

  /** A boundary was reached: delivers its messages before it returns, and resolves when they are answered. */
  async reached(id: string, mode: MomentMode): Promise<number> {
    const mailbox = this.#mailboxes.get(id)
    if (mailbox === undefined) return 0
    mailbox.reach(mode)
    const handed = new Set<string>()
    for (;;) {
      this.#scan(mailbox)
      const running = mailbox.runningOf(mode)
      if (running.length === 0) return handed.size
      for (const { delivery } of running) handed.add(delivery.id)
      await Promise.all(running.map(({ settled }) => settled.promise))
    }
  }

  /** Applies a delivery event of a session. Returns false if the delivery is not the session's or has ended. */
  answered(id: string, event: DeliveryEvent): boolean {
    const delivery = deliveryOf(event, { store: this.#context.store, recipient: id })
    if (delivery?.recipient !== id) return false
    if (event.type === 'delivery.accepted')
      return delivery.state === 'surfacing' || delivery.state === 'accepted'
    if (!['surfacing', 'accepted', 'in-doubt'].includes(delivery.state)) return false
    this.#write(delivery, outcomeOf(event))
    this.changed(id)
    return true
  }

  /** A session was released: ends or keeps its queued messages, as the policy says. */
  released(id: string, reason: string): void {
    const { store, log } = this.#context
    log.transaction(() => {
      for (const delivery of store.deliveries({ recipient: id, states: ['pending', 'accepted'] })) {
        this.#ledger.endReleased(delivery, `the session was released: ${reason}`)
      }
    })
    this.detach(id)
  }

  /** Reports a delivery that its recipient can never take. */
  refused(delivery: Delivery, detail: string): Delivery {
    return this.#ledger.dead(delivery, { reason: 'failed', detail })
  }

  /** The number of unfinished deliveries. */
  queued(recipient: string): number {
    return this.#context.store.countDeliveries({ recipient, states: openStates })
  }

  redeliver(delivery: Delivery, deadline: number): Delivery {
    const changed = this.#ledger.requeue(delivery, { reason: 'redelivery was requested', deadline })
    const { id, recipient, mode } = changed
    if (isMomentMode(mode)) this.#mailboxes.get(recipient)?.defer(id, mode)
    this.sent([changed])
    return changed
  }

  settle(delivery: Delivery, as: 'delivered' | 'dead'): Delivery {
    const detail = 'it was given up while in doubt'
    const changed =
      as === 'delivered'
        ? this.#ledger.outcome(delivery, { status: 'delivered' }, 0)
        : this.#ledger.dead(delivery, { reason: 'in-doubt', detail })
    this.changed(delivery.recipient)
    return changed
  }

  /** Starts no more attempts and waits for the running ones. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#mailboxes.running().map(({ running }) => running.settled.promise))
    this.#alarm.stop()
  }

  /** Delivers the due messages of a mailbox. Reentrant: a session may trigger it again while it is called. */
  #scan(mailbox: Mailbox): void {
    if (this.#held !== undefined) return void this.#held.add(mailbox.recipient.id)
    const { store, log } = this.#context
    // In a shared store a mark is a transaction of its own, which `durably` waits for.
    if (log.isInTransaction && store.shared !== undefined) return log.afterCommit(() => this.#scan(mailbox))
    mailbox.again = true
    if (mailbox.isScanning) return
    mailbox.isScanning = true
    try {
      while (mailbox.again && !this.#isClosed) {
        mailbox.again = false
        this.#handOver.deliver(mailbox)
      }
    } catch (error) {
      // The transaction as a whole fails.
      if (this.#context.log.isInTransaction) throw error
      this.#onFailure(mailbox, error)
    } finally {
      mailbox.isScanning = false
    }
  }

  /** Scans the mailbox again later. */
  #onFailure(mailbox: Mailbox, error: unknown): void {
    const { id } = mailbox.recipient
    this.#mailboxes.forgetDeparted(mailbox)
    this.#context.unsaved.failed(`scan ${id}`, {
      problem: `Could not deliver the messages queued for ${id}`,
      error,
      work: () => this.changed(id),
    })
  }

  /**
   * Stores the outcome of an attempt and marks the next deliveries of the session in one transaction, repeated until it
   * succeeds. At once: a crash in the call of another session must not put an outcome that has arrived in doubt. If
   * another node owns the session, the delivery is in doubt there.
   */
  #onOutcome(mailbox: Mailbox, running: Running, outcome: Outcome): void {
    const { id, attempts, recipient } = running.delivery
    const { store, log, unsaved } = this.#context
    const settle = (): void => running.settled.resolve()
    unsaved.attempt(`outcome ${id}`, `Could not store the outcome of delivery ${id}`, () =>
      log.transaction(() => {
        if (mailbox.running.get(id) === running) mailbox.running.delete(id)
        // A session that was handed off has no owner: to write for it would claim it again.
        const isOwner = store.shared?.owns(recipient) ?? true
        const current = isOwner ? store.delivery(id) : undefined
        if (current?.attempts === attempts && mayStillSettle(current, outcome)) this.#write(current, outcome)
        // A closing scheduler does not wait for a store that fails.
        log.afterCommit(settle, () => this.#isClosed && settle())
        this.#mailboxes.ended(mailbox)
      }),
    )
  }

  /** Stores an outcome. An outcome that arrives after the session was released ends the delivery as released. */
  #write(delivery: Delivery, outcome: Outcome): void {
    const changed = this.#ledger.outcome(delivery, outcome)
    if (changed.state === 'pending') this.#alarm.setBy(Math.min(changed.availableAt, changed.deadline))
    if (changed.state === 'accepted') this.#alarm.setBy(changed.deadline)
    const mailbox = this.#mailboxes.get(delivery.recipient)
    if (mailbox !== undefined && changed.state === 'pending') this.#mailboxes.waits(mailbox)
    const { id, mode, availableAt } = changed
    if (outcome.status === 'deferred' && isMomentMode(mode) && availableAt <= this.#context.clock.now()) {
      mailbox?.defer(id, mode)
    }
    const isOpen = changed.state === 'pending' || changed.state === 'accepted'
    if (mailbox !== undefined || !isOpen) return
    if (this.#context.store.participant(delivery.recipient)?.status === 'released') {
      this.#ledger.endReleased(changed, 'the session was released meanwhile')
    }
  }

  /** Ends attempts and deliveries whose time is up, and delivers messages that became due. */
  #onAlarm(): void {
    const held = new Set<string>()
    this.#held = held
    try {
      this.#endAttempts()
      this.#expiry.endAll()
    } catch (error) {
      this.#context.warn('Could not read the expired deliveries', error)
    } finally {
      this.#held = undefined
    }
    this.#mailboxes.scanWaiting(held)
    this.#setAlarm()
  }

  #endAttempts(): void {
    const now = this.#context.clock.now()
    const reason = 'the session did not answer in time'
    for (const { mailbox, running } of this.#mailboxes.running()) {
      if (running.limit <= now) this.#onOutcome(mailbox, running, { status: 'in-doubt', reason })
    }
  }

  #setAlarm(): void {
    const all = this.#mailboxes.running()
    if (this.#isClosed && all.length === 0) return
    const { store, clock, policy } = this.#context
    const now = clock.now()
    try {
      let moment = Math.min(store.nextMoment(now) ?? Infinity, this.#mailboxes.pollAt)
      for (const { running } of all) moment = Math.min(moment, running.limit)
      // A refused delivery stays expired: without a pause the alarm would fire in a loop.
      const pause = this.#expiry.hasRefused ? policy.backoffMs : 1
      if (moment !== Infinity) this.#alarm.setBy(Math.max(moment, now + pause))
    } catch (error) {
      this.#context.warn('Could not read the next delivery time', error)
      this.#alarm.setBy(now + policy.maxBackoffMs)
    }
  }
}
