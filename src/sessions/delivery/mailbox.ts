import { deliveryModes } from '../../capabilities/ecosystems/relay/types.ts'
import type { Delivery } from '../delivery.ts'
import type { SessionsContext } from '../context.ts'
import { isAwake } from '../status-machine.ts'
import { isAtBoundary, isMomentMode, type Marks, type MomentMode } from './boundaries.ts'
import type { Recipient } from './recipient.ts'

/** An attempt that has not been answered. */
export interface Running {
  readonly delivery: Delivery
  /** When it is in doubt. */
  readonly limit: number
  /** Resolves when its outcome, or that there is none, is written down. */
  readonly settled: PromiseWithResolvers<void>
}

/** What waits for one session, and what is being handed to it. */
export class Mailbox {
  readonly recipient: Recipient
  /** By the id of the delivery. */
  readonly running = new Map<string, Running>()
  /** Somebody looks through it: whoever comes meanwhile has it looked through again. */
  isLookedThrough = false
  again = false
  readonly #host: SessionsContext
  readonly #marks: Marks = { 'next-message': 0, 'next-tool-call': 0, manual: 0 }
  /** How often the moment of each mode came. */
  readonly #moments: Marks = { 'next-message': 0, 'next-tool-call': 0, manual: 0 }
  /** What was put off to the next moment, by the count of moments then. */
  readonly #putOff = new Map<string, number>()
  /** Those for which the moment of `next-message` has come, and that are not handed over yet. */
  readonly #announced = new Set<string>()
  #lastSequence: number

  constructor(host: SessionsContext, recipient: Recipient) {
    this.#host = host
    this.recipient = recipient
    const [newest] = host.store.deliveries({ recipient: recipient.id, order: 'newest', limit: 1 })
    this.#lastSequence = newest?.sequence ?? 0
  }

  /** Something was sent to this session before. */
  get hasHistory(): boolean {
    return this.#lastSequence > 0
  }

  /** A delivery with this sequence was stored. */
  grew(sequence: number): void {
    this.#lastSequence = Math.max(this.#lastSequence, sequence)
  }

  /** A moment came, for all that is there now. While the session is away it does not count. */
  reach(mode: MomentMode): void {
    if (!isAwake(this.recipient.status)) return
    this.#marks[mode] = this.#lastSequence
    this.#moments[mode]++
  }

  /** A delivery was put off to the next moment of its mode: the one that came before does not count for it. */
  putOff(id: string, mode: MomentMode): void {
    this.#putOff.set(id, this.#moments[mode])
  }

  /** What is to be handed over now. What waits for the next message goes first, and the others after its answers. */
  due(): Delivery[] {
    const { store, clock } = this.#host
    if (!isAwake(this.recipient.status)) return []
    const heads = store.due({ recipient: this.recipient.id, modes: deliveryModes, now: clock.now() })
    const others = heads.filter(
      (delivery) => delivery.mode !== 'next-message' && this.#isAtBoundary(delivery),
    )
    // Once for each: what is put off again and again by the session must not hold back the others.
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

  runningOf(mode: MomentMode): Running[] {
    return [...this.running.values()].filter(({ delivery }) => delivery.mode === mode)
  }

  #isAtBoundary(delivery: Delivery): boolean {
    const { id, mode } = delivery
    if (isMomentMode(mode) && this.#putOff.get(id) === this.#moments[mode]) return false
    this.#putOff.delete(id)
    return isAtBoundary(delivery, {
      recipient: this.recipient,
      marks: this.#marks,
      receipts: () => this.#host.store.receipts(delivery.id),
    })
  }
}

/** Those that are equally urgent stay in their order. */
function urgentFirst(left: Delivery, right: Delivery): number {
  return Number(right.priority === 'urgent') - Number(left.priority === 'urgent')
}
