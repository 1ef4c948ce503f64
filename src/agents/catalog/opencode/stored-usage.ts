import { amountOf, countOf, present } from '../../command-line/read-values.ts'
import type { ReadStoredUsage } from '../../command-line/stored-usage.ts'
import { readRow } from './database.ts'
import { tokensOf } from './usage.ts'

const query =
  'select cost, tokens_input, tokens_output, tokens_reasoning, tokens_cache_read, tokens_cache_write from session where id = ?'

/** OpenCode stores a session's usage in its database row. Other releases may lack these columns. */
export const readOpencodeUsage: ReadStoredUsage = async (session) => {
  const row = (await readRow(session, query)) ?? {}
  const amount = amountOf(row.cost)
  const input = countOf(row.tokens_input)
  if (input === undefined || amount === undefined) return undefined
  const cache = { read: row.tokens_cache_read, write: row.tokens_cache_write }
  const tokens = tokensOf({ input, output: row.tokens_output, reasoning: row.tokens_reasoning, cache })
  return present({ tokens, cost: { amount, currency: 'USD' } })
}
