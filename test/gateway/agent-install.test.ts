import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createMachine, failingNpm, hangingNpm, type Machine, workingNpm } from '../support/machine.ts'
import { isRunning } from '../support/processes.ts'

let machine: Machine
beforeEach(() => {
  machine = createMachine()
})
afterEach(() => machine.remove())

type Line = { type: string; text?: string; message?: string; hint?: string }

/** `capstan serve` on the machine, and requests to it. */
async function serve() {
  const { child, ended } = machine.start(['serve', 'sim', 'claude', '--json', '--no-open', '--port', '0'])
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const line = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (data) => resolve(String(data))),
  )
  const { url, tokenFile } = JSON.parse(line) as { url: string; tokenFile: string }
  const headers = { authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}` }
  const ask = (path: string, options: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, { headers, ...options })
  const agent = async (id: string): Promise<object | undefined> =>
    ((await (await ask('/api/agents')).json()) as { id: string }[]).find((one) => one.id === id)
  const install = (signal?: AbortSignal): Promise<Response> =>
    ask('/api/agents/claude/install', { method: 'POST', ...(signal === undefined ? {} : { signal }) })
  return { ask, agent, install }
}

async function linesOf(response: Response): Promise<Line[]> {
  const text = await response.text()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}

test('installs an agent with progress, and the agent is then ready except for its login', async () => {
  machine.addProgram('npm', `console.log('added 2 packages');${workingNpm}`)
  const { agent, install, ask } = await serve()
  expect(await agent('claude')).toMatchObject({ isInstalled: false, login: 'no' })
  const response = await install()
  expect(response.headers.get('content-type')).toBe('application/x-ndjson')
  expect(await linesOf(response)).toEqual([{ type: 'output', text: 'added 2 packages\n' }, { type: 'done' }])
  expect(await agent('claude')).toMatchObject({ isInstalled: true, login: 'no' })
  // Capstan's own folder is not on the PATH of a terminal.
  expect(await (await ask('/api/agents/claude/login')).json()).toMatchObject({
    command: `${machine.capstanHome}/agents/claude/node_modules/.bin/claude auth login`,
  })
  const info = (await (await ask('/info')).json()) as { agents: Record<string, object> }
  expect(info.agents['claude']).toMatchObject({ isInstalled: true, login: 'no' })
  expect(info.agents['sim']).toMatchObject({ isInstalled: true, login: 'yes' })
  // Installing again changes nothing.
  expect(await linesOf(await install())).toEqual([{ type: 'done' }])
}, 60_000)

test('says why an installation failed, and leaves nothing behind', async () => {
  machine.addProgram('npm', failingNpm)
  const { install } = await serve()
  const lines = await linesOf(await install())
  expect(lines.at(-1)).toEqual({
    type: 'failed',
    message: expect.stringMatching(/^Installing claude failed with exit code 1: npm error code ETARGET/),
    hint: expect.stringMatching(/^Run the command yourself: npm install /),
  })
  expect(existsSync(join(machine.capstanHome, 'agents/claude'))).toBe(false)
}, 60_000)

test('refuses a second installation of the same agent, and aborts the first when its client leaves', async () => {
  machine.addProgram('npm', hangingNpm)
  const { install } = await serve()
  const leaving = new AbortController()
  const first = await install(leaving.signal)
  expect(first.status).toBe(200)
  const pidFile = join(machine.home, 'npm-pid')
  await expect.poll(() => existsSync(pidFile), { timeout: 20_000 }).toBe(true)
  const second = await install()
  expect([second.status, await second.json()]).toEqual([
    409,
    {
      error: {
        code: 'install_running',
        message: 'claude is already being installed',
        hint: 'Wait for the installation to end.',
      },
    },
  ])
  leaving.abort()
  const pid = Number(readFileSync(pidFile, 'utf8'))
  await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false)
  await expect
    .poll(() => existsSync(join(machine.capstanHome, 'agents/claude')), { timeout: 20_000 })
    .toBe(false)
}, 60_000)

test('installs an agent at once after a canceled installation', async () => {
  machine.addProgram('npm', hangingNpm)
  const { install, agent } = await serve()
  const leaving = new AbortController()
  await install(leaving.signal)
  await expect.poll(() => existsSync(join(machine.home, 'npm-pid')), { timeout: 20_000 }).toBe(true)
  machine.addProgram('npm', workingNpm)
  leaving.abort()
  expect((await linesOf(await install())).at(-1)).toEqual({ type: 'done' })
  expect(await agent('claude')).toMatchObject({ isInstalled: true })
}, 60_000)

test('says how to log in, and finds a login by its variable', async () => {
  const { ask } = await serve()
  const login = (await (await ask('/api/agents/claude/login')).json()) as Record<string, unknown>
  expect(login).toEqual({
    command: 'claude auth login',
    variables: expect.arrayContaining(['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN']),
  })
  const unknown = await ask('/api/agents/nobody/login')
  expect(unknown.status).toBe(404)
}, 60_000)
