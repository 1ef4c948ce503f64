import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { guardGeminiSession } from './session-guard.ts'

const sessionId = 'ef5ab575-2c3b-4994-9b51-303040d96575'
const header = { sessionId, projectHash: 'p', startTime: '2026-11-17T09:07:57.258Z', kind: 'main' }
const context = { $set: { messages: [{ id: 'c', type: 'user', content: [{ text: '<session_context>' }] }] } }
const turn = { id: 't', timestamp: '2026-11-17T09:07:57.376Z', type: 'user', content: [{ text: 'first' }] }
const lines = (...records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')
const good = lines(header, context, header, context, turn)
const empty = lines(header, context)

let home: string
let chats: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'capstan-guard-'))
  chats = join(home, '.gemini', 'tmp', 'project', 'chats')
  mkdirSync(chats, { recursive: true })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const minute = (back: number): string =>
  new Date(Date.now() - back * 60_000).toISOString().slice(0, 16).replace(':', '-')
const write = (name: string, content: string): void => writeFileSync(join(chats, name), content)
const guard = (id = sessionId): Promise<() => Promise<void>> =>
  guardGeminiSession({ sessionId: id, environment: { HOME: home } })

it('renames a session of the current minute, and removes the empty file of a load', async () => {
  write(`session-${minute(0)}-ef5ab575.jsonl`, good)
  write(`session-${minute(0)}-11111111.jsonl`, lines({ ...header, sessionId: '11111111-x' }, turn))
  const settle = await guard()
  const [renamed, other] = readdirSync(chats)
  expect([renamed, other]).toEqual([
    expect.stringMatching(/-ef5ab575\.jsonl$/),
    expect.stringMatching(/-1{8}/),
  ])
  expect(renamed).not.toContain(minute(0))
  write(`session-${minute(0)}-ef5ab575.jsonl`, empty)
  await settle()
  expect(readdirSync(chats)).toEqual([renamed, other])
  expect(readFileSync(join(chats, String(renamed)), 'utf8')).toBe(good)
})

it('renames to an earlier minute without a file', async () => {
  write(`session-${minute(0)}-ef5ab575.jsonl`, good)
  for (const back of [1, 2]) {
    write(`session-${minute(back)}-ef5ab575.jsonl`, lines({ ...header, sessionId: 'ef5ab575-other' }, turn))
  }
  await guard()
  expect(readdirSync(chats)).toHaveLength(3)
})

it('leaves an older session where it is and removes the empty files beside it', async () => {
  write('session-2026-11-17T09-07-ef5ab575.jsonl', good)
  write('session-2026-11-17T09-08-ef5ab575.jsonl', empty)
  await guard()
  expect(readdirSync(chats)).toEqual(['session-2026-11-17T09-07-ef5ab575.jsonl'])
})

it('removes nothing when no file holds a turn, and finds nothing of an unknown session', async () => {
  write('session-2026-11-17T09-08-ef5ab575.jsonl', empty)
  await (
    await guard()
  )()
  await (
    await guard('00000000-0000-4000-8000-000000000000')
  )()
  expect(readdirSync(chats)).toEqual(['session-2026-11-17T09-08-ef5ab575.jsonl'])
})

it('reads the format of an older version', async () => {
  const messages = [turn, { ...turn, type: 'gemini' }]
  write('session-2026-11-17T09-07-ef5ab575.json', JSON.stringify({ ...header, messages }, undefined, 2))
  write('session-2026-11-17T09-08-ef5ab575.jsonl', empty)
  await guard()
  expect(readdirSync(chats)).toEqual(['session-2026-11-17T09-07-ef5ab575.json'])
})

it('uses the home folder from the environment', async () => {
  write('session-2026-11-17T09-07-ef5ab575.jsonl', good)
  write('session-2026-11-17T09-08-ef5ab575.jsonl', empty)
  await guardGeminiSession({ sessionId, environment: { HOME: tmpdir(), GEMINI_CLI_HOME: home } })
  expect(readdirSync(chats)).toHaveLength(1)
})

it.runIf(process.getuid?.() !== 0)('refuses when the session cannot be protected', async () => {
  write(`session-${minute(0)}-ef5ab575.jsonl`, good)
  chmodSync(chats, 0o500)
  await expect(guard()).rejects.toMatchObject({ code: 'AGENT_NOT_STARTED' })
  chmodSync(chats, 0o700)
})
