import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadSqlite } from '../../../core/files/load-sqlite.ts'
import { readKeptFailure } from './kept-failure.ts'

let home: string
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'capstan-opencode-'))))
afterEach(() => rmSync(home, { recursive: true }))

const failed = {
  role: 'assistant',
  error: { name: 'APIError', data: { message: 'No key', statusCode: 401 } },
}
const answered = { role: 'assistant', finish: 'stop' }
const failure = () => readKeptFailure({ sessionId: 'ses_1', environment: { HOME: home } })

function keep(...messages: readonly object[]): void {
  const folder = join(home, '.local', 'share', 'opencode')
  mkdirSync(folder, { recursive: true })
  const database = new (loadSqlite().DatabaseSync)(join(folder, 'opencode.db'))
  database.exec('create table message (id text, session_id text, time_created integer, data text)')
  const insert = database.prepare('insert into message values (?, ?, ?, ?)')
  messages.forEach((message, index) =>
    insert.run(`msg_${index}`, 'ses_1', index, JSON.stringify({ ...message })),
  )
  insert.run('msg_of_another', 'ses_2', 99, JSON.stringify(answered))
  database.close()
}

it("returns the status of the session's last answer", async () => {
  keep(answered, { role: 'user' }, failed, { role: 'user' })
  expect(await failure()).toEqual({
    message: 'No key',
    code: 'AUTH_ERROR',
    retryable: false,
    data: { status: 401, name: 'APIError', statusCode: 401 },
  })
})

it('returns undefined for a successful answer', async () => {
  keep(failed, answered)
  expect(await failure()).toBeUndefined()
})

it('returns undefined without a database', async () => {
  expect(await failure()).toBeUndefined()
})
