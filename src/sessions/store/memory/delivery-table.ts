import type { Delivery, DeliveryState } from '../../delivery.ts'
import { changedDelivery } from '../changed-delivery.ts'
import { expiringStates, openStates } from '../delivery-states.ts'
import type { DeliveryChange, DeliveryQuery, DueQuery } from '../session-store.ts'
import { storeConflict, unknownDelivery } from '../store-errors.ts'
import { SortedList } from './sorted-list.ts'
import type { UndoLog } from './undo-log.ts'

/** A stable slot whose delivery is replaced on change. */
interface Cell {
  /** Insertion order; the tie-breaker for equal times. */
  readonly ordinal: number
  delivery: Delivery
}

interface Mailbox {
  /** In sequence order. */
  readonly cells: Cell[]
  /** The sequence of the newest delivery. */
  last: number
  readonly counts: Map<DeliveryState, number>
  /** Open deliveries in order, by mode and sender. */
  readonly queues: Map<string, SortedList<Cell>>
}

/** Deliveries in memory, indexed to find due ones without a scan. */
export class DeliveryTable {
  readonly #undo: UndoLog
  /** Whether this process ends the deliveries of a recipient. */
  readonly #isOurs: (recipient: string) => boolean
  readonly #cells = new Map<string, Cell>()
  readonly #byMessage = new Map<string, Cell[]>()
  readonly #mailboxes = new Map<string, Mailbox>()
  #next = 0
  readonly #byDeadline = new SortedList<Cell>(
    (left, right) => left.delivery.deadline - right.delivery.deadline || left.ordinal - right.ordinal,
  )
  readonly #byAvailability = new SortedList<Cell>(
    (left, right) => left.delivery.availableAt - right.delivery.availableAt || left.ordinal - right.ordinal,
  )

  constructor(undo: UndoLog, isOurs: (recipient: string) => boolean = () => true) {
    this.#undo = undo
    this.#isOurs = isOurs
  }

  add(draft: Omit<Delivery, 'sequence'>): Delivery {
    if (this.#cells.has(draft.id)) throw storeConflict(`The delivery ${JSON.stringify(draft.id)}`)
    const mailbox = this.#mailboxOf(draft.recipient)
    const siblings = this.#siblingsOf(draft.messageId)
    const delivery = { ...draft, sequence: mailbox.last + 1 }
    const cell = { ordinal: this.#next++, delivery }
    mailbox.last++
    this.#cells.set(delivery.id, cell)
    mailbox.cells.push(cell)
    siblings.push(cell)
    this.#index(cell)
    this.#undo.record(() => {
      this.#unindex(cell)
      siblings.pop()
      mailbox.cells.pop()
      mailbox.last--
      this.#cells.delete(delivery.id)
    })
    return delivery
  }

  get(id: string): Delivery | undefined {
    return this.#cells.get(id)?.delivery
  }

  change(id: string, change: DeliveryChange): Delivery {
    const cell = this.#cells.get(id)
    if (cell === undefined) throw unknownDelivery(id)
    const before = cell.delivery
    const after = changedDelivery(before, change)
    this.#replace(cell, after)
    this.#undo.record(() => this.#replace(cell, before))
    return after
  }

  /** The next delivery of a recipient follows this sequence. */
  startAfter(recipient: string, sequence: number): void {
    this.#mailboxOf(recipient).last = sequence
  }

  /** Whether a delivery is the newest of its recipient. */
  isNewest({ recipient, sequence }: Delivery): boolean {
    return this.#mailboxes.get(recipient)?.last === sequence
  }

  /** Removes all deliveries of a message, which have ended; returns their ids. */
  removeOf(messageId: string): string[] {
    const cells = this.#byMessage.get(messageId) ?? []
    this.#byMessage.delete(messageId)
    const undo = cells.map((cell) => this.#remove(cell))
    this.#undo.record(() => {
      for (const step of undo.toReversed()) step()
      this.#byMessage.set(messageId, cells)
    })
    return cells.map(({ delivery }) => delivery.id)
  }

  #remove(cell: Cell): () => void {
    const { id, recipient } = cell.delivery
    const { cells } = this.#mailboxOf(recipient)
    const at = cells.indexOf(cell)
    this.#unindex(cell)
    cells.splice(at, 1)
    this.#cells.delete(id)
    return () => {
      cells.splice(at, 0, cell)
      this.#cells.set(id, cell)
      this.#index(cell)
    }
  }

  list(query: DeliveryQuery): Delivery[] {
    const candidates = this.#candidates(query)
    const found: Delivery[] = []
    const newest = query.order === 'newest'
    for (let step = 0; step < candidates.length && found.length < (query.limit ?? Infinity); step++) {
      const cell = candidates[newest ? candidates.length - 1 - step : step]
      if (cell !== undefined && fits(cell.delivery, query)) found.push(cell.delivery)
    }
    return found
  }

  count(query: DeliveryQuery): number {
    const { recipient, states, ...rest } = query
    const onlyCounts = Object.values(rest).every((value) => value === undefined)
    if (recipient === undefined || states === undefined || !onlyCounts) return this.list(query).length
    const counts = this.#mailboxes.get(recipient)?.counts
    return [...new Set(states)].reduce((sum, state) => sum + (counts?.get(state) ?? 0), 0)
  }

  due({ recipient, modes, now }: DueQuery): Delivery[] {
    const heads = [...(this.#mailboxes.get(recipient)?.queues.values() ?? [])]
      .flatMap(({ first }) => first?.delivery ?? [])
      .filter((head) => {
        const isAvailable = head.availableAt <= now || !isDeferred(head)
        return head.state === 'pending' && isAvailable && modes.includes(head.mode)
      })
    return heads.toSorted((left, right) => left.sequence - right.sequence)
  }

  nextMoment(now: number): number | undefined {
    const end = this.#firstOurs(this.#byDeadline)?.deadline
    const available = this.#byAvailability.firstWhere(({ delivery }) => delivery.availableAt > now)
    const begin = available?.delivery.availableAt
    return end === undefined || begin === undefined ? (end ?? begin) : Math.min(end, begin)
  }

  expired(now: number, limit = Infinity): Delivery[] {
    const found: Delivery[] = []
    for (const { delivery } of this.#byDeadline) {
      if (delivery.deadline > now || found.length >= limit) break
      if (this.#isOurs(delivery.recipient)) found.push(delivery)
    }
    return found
  }

  #firstOurs(list: SortedList<Cell>): Delivery | undefined {
    for (const { delivery } of list) if (this.#isOurs(delivery.recipient)) return delivery
    return undefined
  }

  #candidates({ messageId, recipient }: DeliveryQuery): readonly Cell[] {
    if (messageId !== undefined) return this.#byMessage.get(messageId) ?? []
    if (recipient === undefined) return [...this.#cells.values()]
    return this.#mailboxes.get(recipient)?.cells ?? []
  }

  #replace(cell: Cell, delivery: Delivery): void {
    this.#unindex(cell)
    cell.delivery = delivery
    this.#index(cell)
  }

  #index(cell: Cell): void {
    const { recipient, state } = cell.delivery
    const mailbox = this.#mailboxOf(recipient)
    mailbox.counts.set(state, (mailbox.counts.get(state) ?? 0) + 1)
    if (openStates.includes(state)) queueOf(mailbox, cell.delivery).add(cell)
    if (expiringStates.includes(state)) this.#byDeadline.add(cell)
    if (isDeferred(cell.delivery)) this.#byAvailability.add(cell)
  }

  #unindex(cell: Cell): void {
    const { recipient, state } = cell.delivery
    const mailbox = this.#mailboxOf(recipient)
    mailbox.counts.set(state, (mailbox.counts.get(state) ?? 0) - 1)
    if (openStates.includes(state)) {
      const queue = queueOf(mailbox, cell.delivery)
      queue.delete(cell)
      if (queue.first === undefined) mailbox.queues.delete(queueName(cell.delivery))
    }
    if (expiringStates.includes(state)) this.#byDeadline.delete(cell)
    if (isDeferred(cell.delivery)) this.#byAvailability.delete(cell)
  }

  #mailboxOf(recipient: string): Mailbox {
    const known = this.#mailboxes.get(recipient)
    if (known !== undefined) return known
    const mailbox = { cells: [], last: 0, counts: new Map(), queues: new Map() }
    this.#mailboxes.set(recipient, mailbox)
    return mailbox
  }

  #siblingsOf(messageId: string): Cell[] {
    const known = this.#byMessage.get(messageId)
    if (known !== undefined) return known
    const siblings: Cell[] = []
    this.#byMessage.set(messageId, siblings)
    return siblings
  }
}

function isDeferred({ state, availableAt, createdAt }: Delivery): boolean {
  return state === 'pending' && availableAt > createdAt
}

/** Modes contain no spaces. */
function queueName({ mode, sender }: Delivery): string {
  return `${mode} ${sender}`
}

function queueOf(mailbox: Mailbox, delivery: Delivery): SortedList<Cell> {
  const name = queueName(delivery)
  const known = mailbox.queues.get(name)
  if (known !== undefined) return known
  const queue = new SortedList<Cell>((left, right) => left.delivery.sequence - right.delivery.sequence)
  mailbox.queues.set(name, queue)
  return queue
}

function fits(delivery: Delivery, query: DeliveryQuery): boolean {
  const { recipient, sender, messageId, states, modes, unread, afterSequence } = query
  return (
    (recipient === undefined || delivery.recipient === recipient) &&
    (sender === undefined || delivery.sender === sender) &&
    (messageId === undefined || delivery.messageId === messageId) &&
    (states === undefined || states.includes(delivery.state)) &&
    (modes === undefined || modes.includes(delivery.mode)) &&
    (unread !== true || delivery.readAt === undefined) &&
    (afterSequence === undefined || delivery.sequence > afterSequence)
  )
}
