import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it, vi } from 'vitest'
import { daemonSettings } from '../../src/cli/commands/session/daemon-settings.ts'
import { openSqliteStore, type SqliteStoreOptions } from '../../src/sessions/store/sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'capstan-sync-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What SQLite itself reports after a store has opened: 1 is NORMAL, 2 is FULL. */
function modeOf(synchronous: SqliteStoreOptions['synchronous']): unknown {
  // The store does not show its connection: this only watches.
  using watched = vi.spyOn(DatabaseSync.prototype, 'exec')
  const path = join(folder, `${synchronous ?? 'default'}.db`)
  const store = openSqliteStore({ path, ...(synchronous === undefined ? {} : { synchronous }) })
  const connection = watched.mock.contexts.at(-1) as DatabaseSync | undefined
  const mode = connection?.prepare('PRAGMA synchronous').get()?.['synchronous']
  store.close()
  return mode
}

it('writes every commit to the disk only in the mode full', () => {
  expect([modeOf(undefined), modeOf('normal'), modeOf('full')]).toEqual([1, 1, 2])
})

it('rejects another mode', () => {
  expect(() => openSqliteStore({ path: join(folder, 'x.db'), synchronous: 'off' as 'full' })).toThrow(
    'synchronous must be one of normal, full',
  )
})

it('reads the mode of the daemon from a variable', () => {
  expect(daemonSettings({ CAPSTAN_SESSIONS_SYNC: 'full' })).toEqual({ idleMs: 600_000, synchronous: 'full' })
  expect(() => daemonSettings({ CAPSTAN_SESSIONS_SYNC: 'off' })).toThrow(
    'CAPSTAN_SESSIONS_SYNC=off is not a mode',
  )
})
