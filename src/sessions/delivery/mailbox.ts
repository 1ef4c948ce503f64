import { deliveryModes } from '../../capabilities/ecosystems/relay/types.ts'
import type { Delivery } from '../delivery.ts'
import type { SessionsContext } from '../context.ts'
import { isAwake } from '../status-machine.ts'
import { isAtBoundary, isMomentMode, type Marks, type MomentMode } from './boundaries.ts'
import type { Recipient } from './recipient.ts'

/** A running attempt. */
export interface Running {
  readonly delivery: Delivery
  /** The time at which the attempt is in doubt. */
  readonly limit: number
  /** Resolves when the outcome is stored. */
  readonly settled: PromiseWithResolvers<void>
}

/** The queued and running deliveries of one session. */
export class Mailbox {
  readonly recipient: Recipient
  /** By delivery id. */
  readonly running = new Map<string, Running>()
  /** A scan is running; `again` requests another scan after it. */
  isScanning = false
  again = false
  readonly #context: SessionsContext
  readonly #marks: Marks = { 'next-message': 0, 'next-tool-call': 0, manual: 0 }
  /** How often the moment of each mode occurred. */
  readonly #moments: Marks = { 'next-message': 0, 'next-tool-call': 0, manual: 0 }
  /** Deliveries deferred to the next moment, with the count of moments at that time. */
  readonly #deferred = new Map<string, number>()
  /** Deliveries that triggered the `next-message` moment and are not handed over yet. */
  readonly #announced = new Set<string>()
  #lastSequence: number

  constructor(context: SessionsContext, recipient: Recipient) {
    this.#context = context
    this.recipient = recipient
    const [newest] = context.store.deliveries({ recipient: recipient.id, order: 'newest', limit: 1 })
    this.#lastSequence = newest?.sequence ?? 0
  }

  /** Whether the session was ever sent a message. */
  get hasHistory(): boolean {
    return this.#lastSequence > 0
  }

  added(sequence: number): void {
    this.#lastSequence = Math.max(this.#lastSequence, sequence)
  }

  /** Marks all current deliveries of the mode as due. Ignored while the session is not awake. */
  reach(mode: MomentMode): void {
    if (!isAwake(this.recipient.status)) return
    this.#marks[mode] = this.#lastSequence
    this.#moments[mode]++
  }

  /** Defers a delivery to the next moment of its mode. */
  defer(id: string, mode: MomentMode): void {
    this.#deferred.set(id, this.#moments[mode])
  }

  /** The due deliveries. `next-message` deliveries go first; the others follow once they are answered. */
  due(): Delivery[] {
    const { store, clock } = this.#context
    if (!isAwake(this.recipient.status)) return []
    const heads = store.due({ recipient: this.recipient.id, modes: deliveryModes, now: clock.now() })
    const others = heads.filter(
      (delivery) => delivery.mode !== 'next-message' && this.#isAtBoundary(delivery),
    )
    // Once per delivery: one that the session keeps deferring must not block the others.
    if (others.some(({ id }) => !this.#announced.has(id))) this.reach('next-message')
    for (const { id } of others) this.#announced.add(id)
    const before = heads.filter(
      (delivery) => delivery.mode === 'next-message' && this.#isAtBoundary(delivery),
    )
    if (before.length > 0) return before
    if (this.runningOf('next-message').length > 0) return []
    for (const { id } of others) this.#announced.delete(id)
    return others.toSorted(urgentFirst)
  }

  /** Whether a delivery may still be handed over after its mark became durable. */
  mayStart({ delivery }: Running): boolean {
    const { status, safeStates } = this.recipient
    if (!isAwake(status)) return false
    return delivery.mode !== 'on-idle' || safeStates.includes(status)
  }

  runningOf(mode: MomentMode): Running[] {
    return [...this.running.values()].filter(({ delivery }) => delivery.mode === mode)
  }

  #isAtBoundary(delivery: Delivery): boolean {
    const { id, mode } = delivery
    if (isMomentMode(mode) && this.#deferred.get(id) === this.#moments[mode]) return false
    this.#deferred.delete(id)
    return isAtBoundary(delivery, {
      recipient: this.recipient,
      marks: this.#marks,
      receipts: () => this.#context.store.receipts(delivery.id),
    })
  }
}

/** Stable for equal urgency. */
function urgentFirst(left: Delivery, right: Delivery): number {
  return Number(right.priority === 'urgent') - Number(left.priority === 'urgent')
}
