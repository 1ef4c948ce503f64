import type { Delivery } from '../../delivery.ts'
import type { Connection } from './connection.ts'
import { deliveryOf } from './delivery-row.ts'

/** A delivery and the number of its row. */
export interface NumberedDelivery {
  readonly number: number
  readonly delivery: Delivery
}

const maxSize = 512

/** The deliveries read or changed last: each is read, marked and ended within moments. Cleared by a rollback. */
export class RecentDeliveries {
  readonly #connection: Connection
  readonly #byId = new Map<string, NumberedDelivery>()

  constructor(connection: Connection) {
    this.#connection = connection
    connection.onRollback(() => this.#byId.clear())
  }

  find(id: string): NumberedDelivery | undefined {
    const known = this.#byId.get(id)
    if (known !== undefined) return known
    const row = this.#connection.get('SELECT * FROM deliveries WHERE id = ?', id)
    return row === undefined ? undefined : this.read(row)
  }

  /** Reads a row of all columns. */
  read(row: unknown): NumberedDelivery {
    return this.keep({ number: (row as { number: number }).number, delivery: deliveryOf(row) })
  }

  keep(numbered: NumberedDelivery): NumberedDelivery {
    const { id } = numbered.delivery
    this.#byId.delete(id)
    this.#byId.set(id, numbered)
    if (this.#byId.size > maxSize) {
      const [oldest = ''] = this.#byId.keys()
      this.#byId.delete(oldest)
    }
    return numbered
  }

  clear(): void {
    this.#byId.clear()
  }
}
