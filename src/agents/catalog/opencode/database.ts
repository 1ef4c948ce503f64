import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { loadSqlite } from '../../../core/files/load-sqlite.ts'
import { type Fields, fieldsOf } from '../../command-line/read-values.ts'
import { type StoredSession, storeFolder } from '../../command-line/stored-usage.ts'

/**
 * The first row of a query by session id in OpenCode's database; undefined without a database.
 * @throws the SQLite error if another release has a different schema
 */
export async function readRow(session: StoredSession, query: string): Promise<Fields | undefined> {
  const data = storeFolder(session, { variable: 'XDG_DATA_HOME', inHome: '.local/share' })
  const path = join(data, 'opencode', 'opencode.db')
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (!isThere) return undefined
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return fieldsOf(database.prepare(query).get(session.sessionId))
  } finally {
    database.close()
  }
}
