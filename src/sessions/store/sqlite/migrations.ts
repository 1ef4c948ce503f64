import { CapstanError } from '../../../core/capstan-error.ts'
import type { Connection } from './connection.ts'
import { firstTables } from './first-tables.ts'

/** `Capstan` on the keys of a telephone; in the header of the file, so that no other program's database is taken for ours. */
const applicationId = 2_277_826

/** Each leads from the version of its index to the next. Those that were published never change. */
const ladder: readonly string[] = [firstTables]

/** Refuses what this version did not write and cannot know. It only reads. */
export function requireOwn(connection: Connection, steps: readonly string[] = ladder): void {
  const version = numberOf(connection, 'user_version')
  if (version > steps.length) throw tooNew(connection.path, version, steps.length)
  const own = numberOf(connection, 'application_id') === applicationId
  if (!own && hasTables(connection)) throw foreign(connection.path)
}

/** Brings the tables to the newest version, all steps or none. */
export function migrate(connection: Connection, steps: readonly string[] = ladder): void {
  const version = numberOf(connection, 'user_version')
  if (version >= steps.length) return
  connection.transaction(() => {
    for (const step of steps.slice(version)) connection.script(step)
    connection.script(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}`)
  })
}

function numberOf(connection: Connection, pragma: string): number {
  return Number(connection.value(`PRAGMA ${pragma}`))
}

function hasTables(connection: Connection): boolean {
  return connection.get('SELECT 1 FROM sqlite_schema LIMIT 1') !== undefined
}

function tooNew(path: string, version: number, known: number): CapstanError {
  const message = `The session store ${path} has version ${version}, and this Capstan knows none above ${known}`
  return new CapstanError('STORE_TOO_NEW', message, {
    hint: 'Use the Capstan that wrote it, or a newer one; nothing was changed.',
  })
}

function foreign(path: string): CapstanError {
  return new CapstanError('STORE_FOREIGN', `${path} is a database of another program`, {
    hint: 'Name a file that does not exist yet; nothing was changed.',
  })
}
