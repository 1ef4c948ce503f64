import { CapstanError } from '../../../core/capstan-error.ts'
import type { Connection } from './connection.ts'
import { firstTables } from './first-tables.ts'
import { leanTables } from './lean-tables.ts'

/** `Capstan` on a phone keypad; marks the file as Capstan's own. */
const applicationId = 2_277_826

/** Each step migrates from the version of its index to the next. Published steps never change. */
const allSteps: readonly string[] = [firstTables, leanTables]

/** Rejects newer stores and databases of other programs, without writing. */
export function requireOwn(connection: Connection, steps: readonly string[] = allSteps): void {
  const version = numberOf(connection, 'user_version')
  if (version > steps.length) throw tooNew(connection.path, version, steps.length)
  const own = numberOf(connection, 'application_id') === applicationId
  if (!own && hasTables(connection)) throw foreign(connection.path)
}

/** Runs all missing migrations in one transaction. */
export function migrate(connection: Connection, steps: readonly string[] = allSteps): void {
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
  const message = `The session store ${path} has version ${version}; this Capstan supports up to ${known}`
  return new CapstanError('STORE_TOO_NEW', message, {
    hint: 'Use the Capstan version that wrote it, or a newer one; nothing was changed.',
  })
}

function foreign(path: string): CapstanError {
  return new CapstanError('STORE_FOREIGN', `${path} is the database of another program`, {
    hint: 'Choose a file that does not exist yet; nothing was changed.',
  })
}
