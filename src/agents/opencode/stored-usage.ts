import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { loadSqlite } from '../../core/load-sqlite.ts'
import { amountOf, countOf, fieldsOf, present } from '../headless-reading.ts'
import { type ReadStoredUsage, storeFolder } from '../stored-usage.ts'
import { tokensOf } from './usage.ts'

const query =
  'select cost, tokens_input, tokens_output, tokens_reasoning, tokens_cache_read, tokens_cache_write from session where id = ?'

/** OpenCode counts a session in its row of the database. Another release may have no such columns. */
export const readOpencodeUsage: ReadStoredUsage = async (session) => {
  const data = storeFolder(session, { variable: 'XDG_DATA_HOME', inHome: '.local/share' })
  const path = join(data, 'opencode', 'opencode.db')
  if (
    !(await access(path).then(
      () => true,
      () => false,
    ))
  )
    return undefined
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const row = fieldsOf(database.prepare(query).get(session.sessionId))
    const amount = amountOf(row.cost)
    const input = countOf(row.tokens_input)
    if (input === undefined || amount === undefined) return undefined
    const cache = { read: row.tokens_cache_read, write: row.tokens_cache_write }
    const tokens = tokensOf({ input, output: row.tokens_output, reasoning: row.tokens_reasoning, cache })
    return present({ tokens, cost: { amount, currency: 'USD' } })
  } finally {
    database.close()
  }
}
