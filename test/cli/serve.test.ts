import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { projectRoot } from '../support/package.ts'
import { eventsOf, runInput } from '../support/gateway-requests.ts'

const program = join(projectRoot, 'dist/cli/main.js')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-serve-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('serves agents until it is stopped, with a token of its own', async () => {
  const child = spawn(
    process.execPath,
    [program, 'serve', 'sim', '--port', '0', '--json', '--keep-sessions', '--cwd', folder],
    {
      env: { ...process.env, CAPSTAN_HOME: join(folder, 'home'), CAPSTAN_SIM_HOME: join(folder, 'sim') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = once(child, 'exit')
  const log: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => void log.push(text))
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  const { url, link } = JSON.parse(line) as { url: string; link: string }
  const tokenFile = join(folder, 'home/gateway/token')
  expect(statSync(tokenFile).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'home/gateway/sessions.db')).mode & 0o777).toBe(0o600)
  const token = readFileSync(tokenFile, 'utf8').trim()
  expect((await fetch(`${url}/info`)).status).toBe(401)
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
  const messages = [{ id: 'u1', role: 'user', content: 'say hi' }]
  const response = await fetch(`${url}/agents/sim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(runInput({ messages })),
  })
  expect((await eventsOf(response)).at(-1)).toMatchObject({ type: 'RUN_FINISHED' })
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  const threads = JSON.parse(readFileSync(join(folder, 'home/gateway/threads.json'), 'utf8')) as object
  expect(threads).toMatchObject({ t1: { agent: 'sim' } })
  expect(log.join('')).not.toContain(token)
}, 30_000)
