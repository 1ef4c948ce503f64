import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CapstanError } from '../core/capstan-error.ts'
import { createRedactor } from './redact.ts'
import { createTranscriptWriter } from './transcript-writer.ts'
import { parseTranscript, readTranscript } from './transcript.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'capstan-transcript-'))))
afterAll(() => rmSync(folder, { recursive: true }))

describe('parseTranscript', () => {
  it('reads frames with their lines, and how the agent ended', () => {
    const text =
      '\uFEFF{"t":0,"dir":"out","msg":{"id":0,"method":"a"}}\r\n\n{"t":1.5,"dir":"in","msg":{"id":0}}\n{"t":2,"dir":"exit","msg":{"code":null,"signal":"SIGTERM"}}'
    expect(parseTranscript(text)).toEqual({
      frames: [
        { t: 0, dir: 'out', msg: { id: 0, method: 'a' }, line: 1 },
        { t: 1.5, dir: 'in', msg: { id: 0 }, line: 3 },
      ],
      exit: { code: null, signal: 'SIGTERM' },
    })
    expect(parseTranscript('')).toEqual({ frames: [] })
  })

  it.each([
    ['{', 'line 2: is not JSON'],
    ['[]', 'line 2: is not an object'],
    ['{"dir":"in","msg":{}}', 'line 2: t must be milliseconds'],
    ['{"t":1,"dir":"up","msg":{}}', 'line 2: dir must be out, in or exit'],
    ['{"t":1,"dir":"in","msg":"x"}', 'line 2: msg must be a message'],
  ])('refuses %s', (line, problem) => {
    expect(() => parseTranscript(`{"t":0,"dir":"out","msg":{}}\n${line}`, 'a.ndjson')).toThrowError(
      expect.objectContaining({ code: 'VALIDATION_ERROR', message: `a.ndjson, ${problem}` }) as Error,
    )
  })

  it('rejects lines after the exit', () => {
    const exit = '{"t":0,"dir":"exit","msg":{}}'
    expect(() => parseTranscript(`${exit}\n${exit}`)).toThrowError('line 2: nothing may follow the exit')
  })
})

describe('readTranscript', () => {
  it('names a missing file', async () => {
    const path = join(folder, 'none')
    await expect(readTranscript(path)).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' })
  })
})

describe('createTranscriptWriter', () => {
  it.skipIf(process.platform === 'win32')(
    'lets only the owner read the file, also one that was there',
    async () => {
      const [fresh, old] = [join(folder, 'fresh.ndjson'), join(folder, 'old.ndjson')]
      writeFileSync(old, 'old', { mode: 0o644 })
      for (const path of [fresh, old])
        await createTranscriptWriter(path, { environment: {}, onError: () => undefined }).close()
      expect([fresh, old].map((path) => [statSync(path).mode & 0o777, statSync(path).size])).toEqual([
        [0o600, 0],
        [0o600, 0],
      ])
    },
  )

  it('writes a readable transcript without secrets', async () => {
    const path = join(folder, 'written.ndjson')
    writeFileSync(path, 'what was there before')
    const errors: CapstanError[] = []
    const environment = { OTHER_API_KEY: 'abcdef-123', HOME: '/home/user' }
    const writer = createTranscriptWriter(path, { environment, onError: (error) => errors.push(error) })
    void writer.write('out', { method: 'a', params: { text: 'my abcdef-123 in /home/user' } })
    void writer.write('in', { id: 1, result: {} })
    writer.exit({ code: 0, signal: null })
    await writer.close()
    const { frames, exit } = await readTranscript(path)
    expect(frames.map(({ dir, msg }) => ({ dir, msg }))).toEqual([
      { dir: 'out', msg: { method: 'a', params: { text: 'my [redacted OTHER_API_KEY] in /home/user' } } },
      { dir: 'in', msg: { id: 1, result: {} } },
    ])
    expect(exit).toEqual({ code: 0, signal: null })
    expect(errors).toEqual([])
    expect(writer.write('in', {})).toBeUndefined()
  })

  it('makes a fast conversation wait for the disk, and loses nothing', async () => {
    const path = join(folder, 'large.ndjson')
    const writer = createTranscriptWriter(path, { environment: {}, onError: () => undefined })
    let waits = 0
    for (let count = 0; count < 200; count++) {
      const full = writer.write('in', { count, text: 'x'.repeat(10_000) })
      if (full !== undefined) waits++
      await full
    }
    await writer.close()
    expect(waits).toBeGreaterThan(0)
    const { frames } = await readTranscript(path)
    expect(frames.map(({ msg }) => msg['count'])).toEqual(Array.from({ length: 200 }, (_, index) => index))
  })

  it.each([
    ['a full disk', () => '/dev/full'],
    ['a folder that is not there', () => join(folder, 'none', 'a.ndjson')],
    ['a folder in its place', () => folder],
  ])('reports one error for %s and continues', async (_, path) => {
    const errors: CapstanError[] = []
    const writer = createTranscriptWriter(path(), { environment: {}, onError: (error) => errors.push(error) })
    for (let count = 0; count < 20; count++) await writer.write('in', { text: 'x'.repeat(100_000) })
    await writer.close()
    await writer.close()
    expect(errors.map(({ code, hint }) => ({ code, hint }))).toEqual([
      {
        code: 'RECORDING_FAILED',
        hint: 'Free disk space or choose another file; the run continues without a complete recording.',
      },
    ])
  })
})

describe('createRedactor', () => {
  const redact = createRedactor({
    secretVariables: ['PLAIN'],
    environment: { PLAIN: 'plain-value', GITHUB_TOKEN: 'ghp_12345678', SHORT_KEY: 'abc', PATH: '/usr/bin' },
  })

  it.each<[unknown, unknown]>([
    ['plain-value and ghp_12345678', '[redacted PLAIN] and [redacted GITHUB_TOKEN]'],
    ['abc /usr/bin', 'abc /usr/bin'],
    ['Authorization: Bearer abc.def-123', 'Authorization: Bearer [redacted]'],
    [
      { apiKey: 'k', api_key: 'k', 'x-api-key': 'k' },
      { apiKey: '[redacted]', api_key: '[redacted]', 'x-api-key': '[redacted]' },
    ],
    [
      { Authorization: 'x', nested: [{ accessToken: 'y' }] },
      { Authorization: '[redacted]', nested: [{ accessToken: '[redacted]' }] },
    ],
    [
      { name: 'Authorization', value: 'secret' },
      { name: 'Authorization', value: '[redacted]' },
    ],
    [
      { name: 'ANTHROPIC_API_KEY', value: 'sk' },
      { name: 'ANTHROPIC_API_KEY', value: '[redacted]' },
    ],
    [
      { name: 'Mode', value: 'plan' },
      { name: 'Mode', value: 'plan' },
    ],
    [
      { inputTokens: 5, tokens: 7, token_count: 1, key: 'k', sessionId: 's' },
      { inputTokens: 5, tokens: 7, token_count: 1, key: 'k', sessionId: 's' },
    ],
    [null, null],
  ])('%j', (value, clean) => {
    expect(redact(value)).toEqual(clean)
  })
})
