import type { Transaction } from './change.ts'

/** Why the database refused a transaction. */
export interface Refusal {
  code: 'NOT_OWNER' | 'STORE_CONFLICT'
  /** For `NOT_OWNER` the id of the session. */
  detail: string
}

/** One committed batch. */
export interface LogEntry {
  position: number
  batch: string
  node: string
  /** One for each transaction; null if it was applied. */
  outcomes: readonly (Refusal | null)[]
  /** Undefined for a batch of this node. */
  transactions: readonly Transaction[] | undefined
}

interface LogRow {
  out_position: string | number
  out_batch: string
  out_node: string
  out_outcomes: string
  out_body: string | null
}

/** Reads a row of `commit_batch`. */
export function readEntry(row: unknown): LogEntry {
  const { out_position, out_batch, out_node, out_outcomes, out_body } = row as LogRow
  return {
    position: Number(out_position),
    batch: out_batch,
    node: out_node,
    outcomes: JSON.parse(out_outcomes) as LogEntry['outcomes'],
    transactions: out_body === null ? undefined : (JSON.parse(out_body) as Transaction[]),
  }
}
