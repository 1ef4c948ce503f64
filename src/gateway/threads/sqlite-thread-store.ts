import { loadSqlite } from '../../core/files/load-sqlite.ts'
import { Connection } from '../../sessions/store/sqlite/connection.ts'
import { storeFailure, unwritableStore } from '../../sessions/store/sqlite/failure.ts'
import { migrate, requireOwn } from '../../sessions/store/sqlite/migrations.ts'
import { touchPrivate } from '../../sessions/store/sqlite/private-file.ts'
import { pragmas } from '../../sessions/store/sqlite.ts'
import type { HistoryMessage } from '../ag-ui/events.ts'
import { textOf, type ThreadRecord, type ThreadStore } from './thread-store.ts'

const tables = `
CREATE TABLE threads (
  id TEXT PRIMARY KEY,
  agent TEXT NOT NULL,
  title TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  is_archived INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX threads_by_update ON threads (is_archived, updated_at DESC, id);
CREATE TABLE thread_messages (
  thread TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  text TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (thread, id)
) STRICT`

/** Each step migrates from the version of its index to the next. Published steps never change. */
const steps: readonly string[] = [tables]

/**
 * A store in one file that only its owner can read. Several gateways may use the file at once.
 * @throws CapstanError `STORE_CORRUPT`, `STORE_TOO_NEW`, `STORE_FOREIGN`, `STORE_UNWRITABLE`.
 */
export function sqliteThreadStore(path: string): ThreadStore {
  const database = open(path)
  return {
    get: (id) => {
      const body = database.value('SELECT body FROM threads WHERE id = ?', id)
      return typeof body === 'string' ? (JSON.parse(body) as ThreadRecord) : undefined
    },
    put: (record) =>
      database.run(
        `INSERT INTO threads VALUES ($id, $agent, $title, $updatedAt, $isArchived, $body)
        ON CONFLICT (id) DO UPDATE SET agent = $agent, title = $title, updated_at = $updatedAt,
          is_archived = $isArchived, body = $body`,
        {
          $id: record.id,
          $agent: record.agent,
          $title: record.title,
          $updatedAt: record.updatedAt,
          $isArchived: Number(record.isArchived),
          $body: JSON.stringify(record),
        },
      ),
    remove: (id) => database.run('DELETE FROM threads WHERE id = ?', id),
    list: ({ agent, search, isArchived, limit, after }) => {
      const rows = database.all(
        `SELECT body FROM threads
        WHERE is_archived = $isArchived
          AND ($agent IS NULL OR agent = $agent)
          AND ($updatedAt IS NULL OR updated_at < $updatedAt OR (updated_at = $updatedAt AND id > $id))
          AND ($search IS NULL OR title LIKE $search ESCAPE '\\' OR EXISTS (
            SELECT 1 FROM thread_messages WHERE thread = threads.id AND text LIKE $search ESCAPE '\\'))
        ORDER BY updated_at DESC, id LIMIT $limit`,
        {
          $isArchived: Number(isArchived),
          $agent: agent ?? null,
          $search: search === undefined ? null : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
          $updatedAt: after?.updatedAt ?? null,
          $id: after?.id ?? null,
          $limit: limit,
        },
      ) as { body: string }[]
      return rows.map(({ body }) => JSON.parse(body) as ThreadRecord)
    },
    messages: (id) => {
      const rows = database.all(
        'SELECT position, body FROM thread_messages WHERE thread = ? ORDER BY position',
        id,
      ) as { position: number; body: string }[]
      return rows.map(({ position, body }) => ({ position, message: JSON.parse(body) as HistoryMessage }))
    },
    saveMessages: (id, { put, removed }) =>
      database.transaction(() => {
        for (const gone of removed) {
          database.run('DELETE FROM thread_messages WHERE thread = ? AND id = ?', id, gone)
        }
        for (const { position, message } of put) {
          database.run(
            'INSERT OR REPLACE INTO thread_messages VALUES (?, ?, ?, ?, ?)',
            id,
            message.id,
            position,
            textOf(message),
            JSON.stringify(message),
          )
        }
      }),
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

function open(path: string): Connection {
  try {
    touchPrivate(path)
  } catch (error) {
    throw unwritableStore(path, error)
  }
  const connection = connect(path)
  try {
    connection.script('PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON')
    requireOwn(connection, steps)
    connection.script(pragmas)
    migrate(connection, steps)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function connect(path: string): Connection {
  try {
    return new Connection(new (loadSqlite().DatabaseSync)(path), path)
  } catch (error) {
    throw storeFailure(error, path)
  }
}
