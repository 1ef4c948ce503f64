import { Table } from '../memory/table.ts'
import type { UndoLog } from '../memory/undo-log.ts'
import type { Lease } from '../shared-state.ts'

/** Who owns which session, as far as this node knows; the database decides. */
export class Leases {
  readonly #table: Table<Lease & { session: string }>

  constructor(undo: UndoLog) {
    this.#table = new Table(undo)
  }

  get(session: string): Lease | undefined {
    return this.#table.get(session)
  }

  put(session: string, lease: Lease): void {
    this.#table.put(session, { ...lease, session })
  }

  remove(session: string): void {
    this.#table.remove(session)
  }

  isOwnedBy(session: string, node: string): boolean {
    return this.#table.get(session)?.node === node
  }

  /** The sessions of a node. */
  of(node: string): string[] {
    return this.#table.values().flatMap((lease) => (lease.node === node ? [lease.session] : []))
  }

  /** The fence for writes of this node: its epoch, or 0 if the session has no lease. */
  epochOf(session: string): number {
    return this.#table.get(session)?.epoch ?? 0
  }
}
