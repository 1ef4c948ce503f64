import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sqliteThreadStore } from '../../src/gateway/threads/sqlite-thread-store.ts'
import { eventsOf, readUntil } from '../support/gateway-requests.ts'
import { projectRoot } from '../support/package.ts'
import { childrenOf, isRunning } from '../support/processes.ts'
import { capstan, startCapstan } from '../support/program.ts'
import { startServing } from '../support/serving.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-serve-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('serves agents until it is stopped, with its own token', async () => {
  const serving = await startServing(['sim', '--port', '0', '--keep-sessions'], { folder })
  const { url, link, ...rest } = serving.announced
  const tokenFile = join(folder, 'home/gateway/token')
  expect(rest).toEqual({ tokenFile, agents: ['sim'] })
  expect(link.replace(/=.*/, '=…')).toBe(`${url}/login?code=…`)
  expect(statSync(tokenFile).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'home/gateway/sessions.db')).mode & 0o777).toBe(0o600)
  expect((await fetch(`${url}/info`)).status).toBe(401)
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
  const events = await eventsOf(await serving.run('sim', 'say hi'))
  expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED' })
  serving.child.kill('SIGTERM')
  expect(await serving.ended).toEqual([0, null])
  const threads = sqliteThreadStore(join(folder, 'home/gateway/threads.db'))
  expect(threads.get('t1')).toMatchObject({ agent: 'sim', title: 'say hi' })
  await threads.close()
  expect(serving.log() + link).not.toContain(serving.token)
}, 30_000)

test.each([
  [['sim', 'codex'], 'Codex CLI'],
  [['sim', 'claude'], 'Sim (simulated)'],
])(
  'serves the configured agent as default if it is among %j',
  async (names, expected) => {
    const serving = await startServing([...names, '--port', '0'], {
      folder,
      env: { PATH: '', CAPSTAN_AGENT: 'codex' },
    })
    const info = await fetch(`${serving.announced.url}/info`, {
      headers: { authorization: `Bearer ${serving.token}` },
    })
    const { agents } = (await info.json()) as { agents: Record<string, { name: string }> }
    serving.child.kill('SIGTERM')
    await serving.ended
    expect(agents['default']?.name).toBe(expected)
  },
  30_000,
)

test.each([
  [[], false],
  [['--verbose'], true],
])(
  'logs requests with %j: %j',
  async (words, isLogged) => {
    const serving = await startServing(['sim', '--port', '0', ...words], { folder })
    await fetch(`${serving.announced.url}/info`, { headers: { authorization: `Bearer ${serving.token}` } })
    serving.child.kill('SIGTERM')
    await serving.ended
    expect(serving.log().includes('/info')).toBe(isLogged)
  },
  30_000,
)

test('prints another link while it runs, for a user who can read its token', async () => {
  const { child, announced, ended } = await startServing(['sim', '--port', '0'], { folder })
  onTestFinished(() => void child.kill('SIGTERM'))
  const port = new URL(announced.url).port
  const ask = (...words: string[]) =>
    capstan(['serve', '--link', '--port', port, ...words], { env: { CAPSTAN_HOME: join(folder, 'home') } })
  const { stdout, exitCode } = await ask()
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(`${announced.url}/login?code=`)
  expect((await fetch(stdout.trim(), { redirect: 'manual' })).status).toBe(303)
  expect((await fetch(stdout.trim(), { redirect: 'manual' })).status).toBe(401)

  const other = join(folder, 'other-token')
  writeFileSync(other, 'a-token-of-somebody-else\n', { mode: 0o600 })
  expect(await ask('--token-file', other)).toMatchObject({
    exitCode: 1,
    stderr: `error GATEWAY_REFUSED: The gateway at ${announced.url} rejects the token in ${other} — Use the same --token-file as the gateway.\n`,
  })
  child.kill('SIGTERM')
  await ended
  expect(await ask()).toMatchObject({
    exitCode: 1,
    stderr: `error GATEWAY_NOT_REACHED: No gateway answers at ${announced.url} — Start a gateway with capstan serve, or set its port with --port.\n`,
  })
}, 30_000)

test('serves all agents by default, on the next free port, and prints it', async () => {
  const taken = await occupy(8787)
  onTestFinished(() => void taken?.close())
  const { child, ended } = startCapstan(['serve', '--cwd', folder], {
    env: { CAPSTAN_HOME: join(folder, 'home') },
  })
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  await vi.waitUntil(() => printed.includes('Ctrl-C'), { timeout: 20_000 })
  child.kill('SIGINT')
  const { exitCode, stderr } = await ended
  const [, port = ''] = /listening on (\d+)\n/.exec(stderr) ?? []
  expect(stderr).toMatch(`Port 8787 is in use; listening on ${port}\n`)
  expect(printed.replaceAll(/code=\S+/g, 'code=…')).toBe(
    `Serving 16 agents at http://127.0.0.1:${port}
Open this link in a browser (valid once, for five minutes): http://127.0.0.1:${port}/login?code=…
Press Ctrl-C to stop.
`,
  )
  expect(exitCode).toBe(0)
}, 30_000)

/** Listens on a port, unless somebody else does already. */
function occupy(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

test('fails if the port of --port is in use', async () => {
  const taken = await occupy(0)
  onTestFinished(() => void taken?.close())
  const address = taken?.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const { exitCode, stderr } = await capstan(['serve', 'sim', '--port', port], {
    env: { CAPSTAN_HOME: join(folder, 'home') },
  })
  expect(exitCode).toBe(1)
  expect(stderr).toContain(`error GATEWAY_NOT_LISTENING: Cannot listen on 127.0.0.1:${port}`)
  expect(stderr).toContain('Choose another port, or 0 for any free port.')
})

test.runIf(process.platform === 'linux')(
  'opens a browser with --open and hides the link from other users',
  async () => {
    const [bin, opened] = [join(folder, 'bin'), join(folder, 'opened')]
    mkdirSync(bin)
    writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" > ${opened}\n`)
    chmodSync(join(bin, 'xdg-open'), 0o755)
    const env = { PATH: `${bin}:${process.env['PATH']}` }
    const serving = await startServing(['sim', '--port', '0', '--open'], { folder, env })
    await vi.waitUntil(() => existsSync(opened) && readFileSync(opened, 'utf8').endsWith('\n'), {
      timeout: 10_000,
    })
    const file = readFileSync(opened, 'utf8').trim()
    expect(file).toMatch(/capstan-open-\w+\/capstan\.html$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toContain(`url=${serving.announced.link}"`)
    serving.child.kill('SIGINT')
    expect(await serving.ended).toEqual([0, null])
    expect(existsSync(file)).toBe(false)
  },
)

test.each([
  [['--port', 'x'], 2, '--port x is not a port — Use a number from 0 to 65535.'],
  [['--port', '65536'], 2, '--port 65536 is not a port'],
  [['--cwd', '/does/not/exist'], 2, '--cwd /does/not/exist does not exist'],
  [
    ['--permissions', 'maybe'],
    2,
    '--permissions maybe is not valid — Use one of ask, allow-reads, allow, deny.',
  ],
  [['--allow-origin', 'https://app.example/'], 2, '--allow-origin https://app.example/ is not an origin'],
  [['--allow-host', 'http://box'], 2, '--allow-host http://box is not a host name'],
  [['--open', '--no-open'], 2, '--open and --no-open cannot be combined'],
  [['clade'], 3, 'There is no agent called clade — Did you mean claude?'],
  [
    ['--token-file', '/dev/null/token'],
    1,
    'error TOKEN_UNREADABLE: The token file /dev/null/token cannot be used',
  ],
  [['--port', '0', '--host', '192.0.2.1'], 1, 'Choose an address of this machine, such as 127.0.0.1.'],
])('%j is rejected', async (words, exitCode, message) => {
  const result = await capstan(['serve', ...words], { env: { CAPSTAN_HOME: join(folder, 'home') } })
  expect(result.stderr).toContain(message)
  expect([result.exitCode, result.stdout]).toEqual([exitCode, ''])
})

describe('while an agent works', () => {
  /** An agent of the user's own, in a file. */
  function agentsFile(id: string, words: readonly string[]): string {
    const file = join(folder, `${id}.json`)
    writeFileSync(file, JSON.stringify({ id, acp: { binary: process.execPath, arguments: words } }))
    return file
  }

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s ends the run with a word, and the agent',
    async (name) => {
      const scenario = join(folder, 'scenario.json')
      writeFileSync(
        scenario,
        JSON.stringify({ prompts: [[{ step: 'text', text: 'begun' }, { step: 'hang' }]] }),
      )
      const sim = join(projectRoot, 'dist/testing/sim/main.js')
      const file = agentsFile('mine', [sim, '--scenario', scenario])
      const { child, ended, run } = await startServing(['mine', '--port', '0', '--agents', file], { folder })
      const response = await run('mine', 'go')
      const { rest } = await readUntil(response, 'TEXT_MESSAGE_CONTENT')
      const agents = childrenOf(child.pid ?? 0, scenario)
      expect(agents).toHaveLength(1)
      child.kill(name)
      expect((await rest()).at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } })
      expect(await ended).toEqual([0, null])
      expect(agents.filter(isRunning)).toEqual([])
    },
  )

  test('a Ctrl-C that npm forwards again is not a failure', async () => {
    const { child, ended } = await startServing(['sim', '--port', '0'], { folder })
    child.kill('SIGINT')
    // Whenever it comes: also when the program is about to be gone.
    const repeating = setInterval(() => child.kill('SIGINT'), 1)
    setTimeout(() => clearInterval(repeating), 50)
    expect(await ended).toEqual([0, null])
  })

  test('a Ctrl-C that npm forwards again is not a failure if the program is busy when it comes', async () => {
    // The timer keeps the program running until it has handled the second signal.
    const busy =
      '{ Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600); setTimeout(() => {}, 200) }'
    const code = encodeURIComponent(`process.once('SIGINT', () => setImmediate(() => ${busy}))`)
    const env = { NODE_OPTIONS: `--import data:text/javascript,${code}` }
    const { child, ended } = await startServing(['sim', '--port', '0'], { folder, env })
    child.kill('SIGINT')
    setTimeout(() => child.kill('SIGINT'), 300)
    expect(await ended).toEqual([0, null])
  })

  test('a second Ctrl-C does not wait for an agent that does not end, and leaves no process', async () => {
    const program = join(folder, 'stubborn.cjs')
    writeFileSync(program, stubborn)
    const file = agentsFile('stubborn', [program])
    const { child, ended, run } = await startServing(['stubborn', '--port', '0', '--agents', file], {
      folder,
    })
    const response = await run('stubborn', 'go')
    await readUntil(response, 'TEXT_MESSAGE_CONTENT')
    const agents = childrenOf(child.pid ?? 0, program)
    expect(agents).toHaveLength(1)
    let end: Awaited<typeof ended> | undefined
    void ended.then((how) => (end = how))
    await vi.waitUntil(() => end !== undefined || (child.kill('SIGINT'), false), { timeout: 20_000 })
    expect(end).toEqual([13, null])
    await vi.waitUntil(() => agents.filter(isRunning).length === 0, { timeout: 10_000 })
  })
})

/** An agent that starts to answer and ignores cancellation. */
const stubborn = `
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => {})
setInterval(() => {}, 1000)
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
process.stdout.on('error', () => {})
const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'begun' } }
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentCapabilities: {} } })
  if (method === 'session/new') send({ id, result: { sessionId: 's1' } })
  if (method === 'session/prompt') send({ method: 'session/update', params: { sessionId: 's1', update } })
})
`
