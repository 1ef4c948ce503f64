import type { Delivery, DeliveryState } from '../../delivery.ts'
import type { Connection } from './connection.ts'

/** What is known of the deliveries to one recipient. */
interface Mailbox {
  /** The sequence of the newest delivery. */
  last: number
  readonly amounts: Map<DeliveryState, number>
  /** Delivered and not read. */
  unread: number
}

type Counted = Pick<Delivery, 'recipient' | 'state' | 'readAt'>

const countsSql = `
SELECT recipient, state, count(*) AS amount, sum(read_at IS NULL) AS unread, max(sequence) AS last
FROM deliveries GROUP BY recipient, state`

/**
 * The number of deliveries per recipient and state, in memory: every send needs them, and stored counts would be
 * written with every change. Only one process has the file open. Read from the file on first use and after a rollback.
 */
export class MailboxCounts {
  readonly #connection: Connection
  #mailboxes: Map<string, Mailbox> | undefined

  constructor(connection: Connection) {
    this.#connection = connection
    connection.onRollback(() => {
      this.#mailboxes = undefined
    })
  }

  /** The sequence of the next delivery to a recipient. */
  next(recipient: string): number {
    return this.#of(recipient).last + 1
  }

  added(delivery: Delivery): void {
    this.#of(delivery.recipient).last = delivery.sequence
    this.#count(delivery, 1)
  }

  changed(before: Counted, after: Counted): void {
    this.#count(before, -1)
    this.#count(after, 1)
  }

  removed(delivery: Counted): void {
    this.#count(delivery, -1)
  }

  amount(recipient: string | undefined, states: readonly DeliveryState[] | undefined): number {
    const mailboxes = recipient === undefined ? [...this.#all().values()] : [this.#all().get(recipient)]
    return mailboxes.reduce((sum, mailbox) => sum + amountIn(mailbox, states), 0)
  }

  /** The number of delivered and unread messages. */
  unread(recipient: string): number {
    return this.#all().get(recipient)?.unread ?? 0
  }

  #count({ recipient, state, readAt }: Counted, step: 1 | -1): void {
    const mailbox = this.#of(recipient)
    mailbox.amounts.set(state, (mailbox.amounts.get(state) ?? 0) + step)
    if (state === 'delivered' && readAt === undefined) mailbox.unread += step
  }

  #of(recipient: string): Mailbox {
    const all = this.#all()
    const known = all.get(recipient)
    if (known !== undefined) return known
    const mailbox: Mailbox = { last: 0, amounts: new Map(), unread: 0 }
    all.set(recipient, mailbox)
    return mailbox
  }

  #all(): Map<string, Mailbox> {
    if (this.#mailboxes !== undefined) return this.#mailboxes
    this.#mailboxes = new Map()
    for (const row of this.#connection.all(countsSql)) {
      const { recipient, state, amount, unread, last } = row as {
        recipient: string
        state: DeliveryState
        amount: number
        unread: number
        last: number
      }
      const mailbox = this.#of(recipient)
      mailbox.last = Math.max(mailbox.last, last)
      mailbox.amounts.set(state, amount)
      if (state === 'delivered') mailbox.unread = unread
    }
    return this.#mailboxes
  }
}

function amountIn(mailbox: Mailbox | undefined, states: readonly DeliveryState[] | undefined): number {
  if (mailbox === undefined) return 0
  let sum = 0
  for (const state of new Set(states ?? mailbox.amounts.keys())) sum += mailbox.amounts.get(state) ?? 0
  return sum
}
