import type { Database } from '../../../src/sessions/store/postgres/database.ts'
import type { Transaction } from '../../../src/sessions/store/postgres/change.ts'
import type { Refusal } from '../../../src/sessions/store/postgres/log-entry.ts'

interface Row {
  position: string
  node: string
  outcomes: string
  body: string
  at: Date
}

/** A change of the owner of a session. */
export interface Claim {
  session: string
  node: string
  epoch: number
  at: number
}

/** Replays the log and compares each committed write with the owner at that position. */
export class LogAudit {
  readonly claims: Claim[] = []
  /** Writes by a node that was not the owner. */
  readonly stale: string[] = []
  /** Transactions that the database refused because their node was not the owner. */
  refused = 0
  commits = 0
  readonly #database: Database
  readonly #owners = new Map<string, { node: string | undefined; epoch: number }>()
  #position = 0

  constructor(database: Database) {
    this.#database = database
  }

  /** Reads what was committed since the last call. */
  async read(): Promise<void> {
    for (;;) {
      const rows = (await this.#database.query(
        'SELECT position, node, outcomes, body, at FROM capstan.log WHERE position > $1 ORDER BY position LIMIT 500',
        [this.#position],
      )) as Row[]
      for (const row of rows) this.#take(row)
      if (rows.length < 500) return
    }
  }

  ownerOf(session: string): string | undefined {
    return this.#owners.get(session)?.node
  }

  #take({ position, node, outcomes, body, at }: Row): void {
    if (Number(position) !== this.#position + 1) throw new Error(`The log has a gap before ${position}`)
    this.#position = Number(position)
    this.commits++
    const refusals = JSON.parse(outcomes) as (Refusal | null)[]
    for (const [index, transaction] of (JSON.parse(body) as Transaction[]).entries()) {
      const refusal = refusals[index] ?? null
      if (refusal?.code === 'NOT_OWNER') this.refused++
      if (refusal === null) this.#apply(transaction, { node, at: at.getTime() })
    }
  }

  #apply({ changes, fences }: Transaction, { node, at }: { node: string; at: number }): void {
    for (const change of changes) {
      if (change.kind === 'claim') {
        this.#owners.set(change.session, { node, epoch: change.epoch })
        this.claims.push({ session: change.session, node, epoch: change.epoch, at })
      }
      if (change.kind === 'unclaim')
        this.#owners.set(change.session, { node: undefined, epoch: change.epoch })
      if (change.kind !== 'delivery') continue
      const owner = this.#owners.get(change.recipient)
      if (owner?.node !== node || owner.epoch !== change.epoch) this.stale.push(`${node} ${change.id}`)
    }
    for (const { session, epoch } of fences) {
      const owner = this.#owners.get(session)
      const isOwner = epoch === 0 ? owner === undefined : owner?.node === node && owner.epoch === epoch
      if (!isOwner) this.stale.push(`${node} ${session}`)
    }
  }
}
