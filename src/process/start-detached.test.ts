import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startDetached } from './start-detached.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'capstan-detached-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const start = (source: string, timeoutMs = 10_000): Promise<string> =>
  startDetached({
    command: process.execPath,
    arguments: ['-e', source],
    environment: { WORD: 'given' },
    cwd: folder,
    logFile: join(folder, 'log'),
    timeoutMs,
  })

it('returns the first line, and leaves the process running in its own group', async () => {
  const source = `
    const { writeSync } = require('node:fs')
    console.log(process.env.WORD)
    writeSync(3, process.pid + ' is ready\\nand more')
    setInterval(() => undefined, 1000)`
  const word = await start(source)
  const pid = Number(word.split(' ')[0])
  expect(word).toBe(`${pid} is ready`)
  // A negative pid reaches only a process that leads its group.
  process.kill(-pid, 'SIGKILL')
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('given\n')
  expect(statSync(join(folder, 'log')).mode & 0o777).toBe(0o600)
})

it.each([
  ['exits without a ready line', 'console.error("no")', 10_000],
  ['writes no ready line before the timeout', 'setTimeout(() => undefined, 300)', 1],
])('names the log when the process %s', async (_, source, timeoutMs) => {
  await expect(start(source, timeoutMs)).rejects.toMatchObject({
    code: 'DETACHED_SILENT',
    hint: `See the log: ${join(folder, 'log')}.`,
  })
})

it('reports why the process could not be started', async () => {
  const options = {
    arguments: [],
    environment: {},
    cwd: folder,
    logFile: join(folder, 'log'),
    timeoutMs: 1000,
  }
  await expect(startDetached({ ...options, command: join(folder, 'none') })).rejects.toMatchObject({
    code: 'AGENT_NOT_STARTED',
  })
})
