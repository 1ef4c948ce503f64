import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CapstanError } from '../../core/capstan-error.ts'
import type { LocalStore } from './session-store.ts'
import { openSqliteStore } from './sqlite.ts'
import { Connection } from './sqlite/connection.ts'
import { beginningSql, dueSql, endingSql, expiredSql } from './sqlite/delivery-sql.ts'
import { migrate } from './sqlite/migrations.ts'

const folder = mkdtempSync(join(tmpdir(), 'capstan-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
let path = ''
const opened: LocalStore[] = []
beforeEach(() => {
  path = join(folder, 'made', 'on-the-way', `${files++}.db`)
})
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const store of opened.splice(0)) store.close()
})

function open(file = path): LocalStore {
  const store = openSqliteStore({ path: file })
  opened.push(store)
  return store
}

function errorOf(work: () => unknown): Record<string, unknown> {
  try {
    work()
  } catch (error) {
    return CapstanError.isInstance(error) ? error.toJSON() : { error: String(error) }
  }
  return {}
}

function post(store: LocalStore, id: string, text = 'hello', recipient = 'bob'): void {
  store.addMessage(
    {
      id: `m-${id}`,
      messageId: `m-${id}`,
      kind: 'dm',
      text,
      from: { id: 'ana', name: 'Ana', handle: 'ana' },
      to: [recipient],
      conversationId: 'c',
      mentions: [],
      attachments: [],
      createdAt: '2026-11-01T00:00:00.000Z',
    },
    [
      {
        id,
        messageId: `m-${id}`,
        sender: 'ana',
        recipient,
        mode: 'immediate',
        reason: 'dm',
        priority: 'normal',
        state: 'pending',
        attempts: 0,
        createdAt: 1,
        availableAt: 1,
        deadline: 1000,
      },
    ],
  )
}

describe('a store in a file', () => {
  it('keeps everything across a reopen', () => {
    const first = open()
    post(first, 'a')
    first.appendEvent({ at: 1, session: 'ana', event: { type: 'message.sent', messageId: 'm-a' } })
    first.updateDelivery(
      'a',
      { state: 'delivered' },
      { deliveryId: 'a', attempt: 1, at: 2, status: 'delivered' },
    )
    const answers = (store: LocalStore): unknown => [
      store.messages({}),
      store.deliveries(),
      store.receipts('a'),
      store.events(),
    ]
    const before = answers(first)
    first.close()
    const second = open()
    expect(answers(second)).toEqual(before)
    post(second, 'b')
    expect(second.delivery('b')?.sequence).toBe(2)
    const event = { type: 'message.sent', messageId: 'm-b' } as const
    expect(second.appendEvent({ at: 1, session: 'ana', event }).cursor).toBe(2)
  })

  it('is readable by its owner only', () => {
    const store = open()
    post(store, 'a')
    const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8)
    const modes = ['', '-wal', '-shm', '-lock'].map((end) => modeOf(path + end))
    expect(modes).toEqual(['600', '600', '600', '600'])
    expect(modeOf(join(path, '..'))).toBe('700')
    store.close()
    chmodSync(path, 0o644)
    open()
    expect(modeOf(path)).toBe('600')
  })

  it('reports that it is closed, and closes once', () => {
    const store = open()
    store.close()
    store.close()
    expect(errorOf(() => store.lastCursor())).toEqual({
      name: 'CapstanError',
      code: 'STORE_CLOSED',
      message: `The session store ${path} is closed`,
    })
  })

  it('rejects a path that is not a file', () => {
    for (const wrong of ['', ':memory:']) {
      expect(errorOf(() => open(wrong))['code']).toBe('VALIDATION_ERROR')
    }
    open()
    expect(errorOf(() => open(join(path, 'below-a-file.db')))).toEqual({
      name: 'CapstanError',
      code: 'STORE_UNWRITABLE',
      message: `Cannot open the session store ${join(path, 'below-a-file.db')} for writing`,
      hint: 'Make the file and its folder writable for this user, or use another path.',
    })
  })

  it('stores nothing of a record that JSON cannot hold', () => {
    const store = open()
    const input: Record<string, unknown> = {}
    input['self'] = input
    const append = (value: unknown): unknown =>
      store.appendEvent({ at: 1, session: 'a', event: { type: 'tool.called', tool: 't', input: value } })
    expect(errorOf(() => append(input))['code']).toBe('NOT_STORABLE')
    expect(errorOf(() => append(1n))['code']).toBe('NOT_STORABLE')
    expect(store.lastCursor()).toBe(0)
  })
})

describe('the lock of a store', () => {
  it('rejects a second store in the same process, by any path', () => {
    const store = open()
    const inUse = {
      name: 'CapstanError',
      code: 'STORE_IN_USE',
      message: `The session store ${path} is in use by this process`,
      hint: 'Connect to that process, stop it, or use another file.',
    }
    expect(errorOf(() => open())).toEqual(inUse)
    const link = `${path}-link`
    symlinkSync(path, link)
    expect(errorOf(() => open(link))).toEqual(inUse)
    // The failed attempt has not released the lock for other processes.
    const other = spawnSync(process.execPath, ['--input-type=module', '--eval', holder()], {
      encoding: 'utf8',
    })
    expect(other.stderr).toContain(`is in use by process ${process.pid}`)
    post(store, 'a')
    store.close()
    expect(open(link).delivery('a')?.state).toBe('pending')
  })

  it('names the process that holds it, and is free once that process is killed', async () => {
    const child = await holdInChild()
    expect(errorOf(() => open())['message']).toBe(
      `The session store ${path} is in use by process ${child.pid}`,
    )
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(open().deliveries()).toEqual([])
  })

  /** A program that opens the store and holds it. */
  function holder(): string {
    return `
      import { openSqliteStore } from ${JSON.stringify(new URL('sqlite.ts', import.meta.url).href)}
      openSqliteStore({ path: ${JSON.stringify(path)} })
      process.stdout.write('open')
      setInterval(() => {}, 1000)`
  }

  async function holdInChild(): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', holder()], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(child)
    const [answer] = (await once(child.stdout, 'data')) as [Buffer]
    expect(answer.toString()).toBe('open')
    return child
  }
})

describe('a damaged store', () => {
  const damaged = { name: 'CapstanError', code: 'STORE_CORRUPT' }

  it('that is not a database is left unchanged', () => {
    open().close()
    writeFileSync(path, 'my diary, which is not a database at all\n'.repeat(50))
    expect(errorOf(() => open())).toEqual({
      ...damaged,
      message: `The session store ${path} is damaged: file is not a database`,
      hint: `Move ${path} and its -wal and -shm files away, or restore a backup; nothing was changed.`,
    })
    expect(readFileSync(path, 'utf8')).toBe('my diary, which is not a database at all\n'.repeat(50))
  })

  it('is detected when its end is missing', () => {
    const store = open()
    for (let index = 0; index < 50; index++) post(store, `d${index}`, 'x'.repeat(2000))
    store.close()
    truncateSync(path, statSync(path).size / 2)
    expect(errorOf(() => open())).toMatchObject(damaged)
  })

  it('is detected when a page is overwritten, on open or on read', () => {
    const store = open()
    for (let index = 0; index < 50; index++) post(store, `d${index}`, 'x'.repeat(2000))
    store.close()
    const bytes = readFileSync(path)
    bytes.fill(0xff, 4096, bytes.length)
    writeFileSync(path, bytes)
    expect(errorOf(() => open())).toMatchObject(damaged)
    expect(readFileSync(path).equals(bytes)).toBe(true)
  })
})

describe('the version of a store', () => {
  it('that is too new is rejected, and nothing is changed', () => {
    open().close()
    const database = new DatabaseSync(path)
    database.exec('PRAGMA user_version = 99')
    database.close()
    const before = readFileSync(path)
    expect(errorOf(() => open())).toEqual({
      name: 'CapstanError',
      code: 'STORE_TOO_NEW',
      message: `The session store ${path} has version 99; this Capstan supports up to 2`,
      hint: 'Use the Capstan version that wrote it, or a newer one; nothing was changed.',
    })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('is not read from the database of another program', () => {
    const other = join(folder, 'other.db')
    const database = new DatabaseSync(other)
    database.exec('CREATE TABLE places (url TEXT)')
    database.close()
    const before = readFileSync(other)
    expect(errorOf(() => open(other))).toEqual({
      name: 'CapstanError',
      code: 'STORE_FOREIGN',
      message: `${other} is the database of another program`,
      hint: 'Choose a file that does not exist yet; nothing was changed.',
    })
    expect(readFileSync(other).equals(before)).toBe(true)
  })

  it('migrates by all steps or by none', () => {
    const database = new DatabaseSync(':memory:')
    const connection = new Connection(database, 'memory')
    const one = 'CREATE TABLE one (x)'
    const two = 'CREATE TABLE two (x); INSERT INTO two VALUES (2)'
    const versionOf = (): unknown => connection.value('PRAGMA user_version')
    const tables = (): unknown[] =>
      connection.all('SELECT name FROM sqlite_schema ORDER BY name').map((row) => ({ ...(row as object) }))
    migrate(connection, [one])
    expect([versionOf(), tables()]).toEqual([1, [{ name: 'one' }]])
    expect(errorOf(() => migrate(connection, [one, two, 'CREATE TABLE one (x)']))['code']).toBe(
      'STORE_FAILED',
    )
    expect([versionOf(), tables()]).toEqual([1, [{ name: 'one' }]])
    migrate(connection, [one, two])
    expect([versionOf(), tables()]).toEqual([2, [{ name: 'one' }, { name: 'two' }]])
    migrate(connection, [one, two])
    expect(connection.value('SELECT count(*) FROM two')).toBe(1)
    connection.close()
  })
})

describe('queries at every boundary', () => {
  it.each([
    ['due', dueSql],
    ['the next deadline', endingSql],
    ['the next available delivery', beginningSql],
    ['expired', expiredSql],
    ['an inbox', 'SELECT * FROM deliveries WHERE recipient = ? AND sequence > ? ORDER BY sequence LIMIT ?'],
    ['unread messages', 'SELECT * FROM deliveries WHERE recipient = ? AND read_at IS NULL ORDER BY sequence'],
    ['events by cursor', 'SELECT * FROM events WHERE cursor > ? ORDER BY cursor LIMIT ?'],
    ['events of a session', 'SELECT * FROM events WHERE cursor > ? AND session = ? ORDER BY cursor'],
  ])('%s uses an index and scans no table', (_, sql) => {
    open().close()
    const database = new DatabaseSync(path)
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
    database.close()
    const steps = plan.map(({ detail }) => String(detail))
    expect(steps.filter((step) => step.startsWith('SEARCH')).length).toBeGreaterThan(0)
    // Only the senders and modes with queued messages are scanned, one step each.
    const small = ['SCAN CONSTANT ROW', 'SCAN head']
    expect(steps.filter((step) => step.startsWith('SCAN') && !small.includes(step))).toEqual([])
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
  })
})
