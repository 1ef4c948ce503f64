import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/machine.ts'
import { projectRoot } from '../support/package.ts'
import { capstan, type ProgramResult, startCapstan } from '../support/program.ts'
import { openTerminal } from '../support/terminal.ts'

let machine: Machine
beforeEach(() => void (machine = createMachine()))
afterEach(() => machine.remove())

const environment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: machine.home,
  CAPSTAN_HOME: machine.capstanHome,
})

function run(words: readonly string[], input = ''): Promise<ProgramResult> {
  return capstan(['run', ...words], { cwd: machine.home, env: environment(), input })
}

const eventsOf = (stdout: string): { type: string }[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string })

/** The command lines of everything that runs, as the system keeps them. */
function commandLines(): string[] {
  return globSync('/proc/[0-9]*/cmdline').map((path) => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      // It ended in the meantime.
      return ''
    }
  })
}

/** A file with agents of the user's own. */
function agentsFile(definitions: readonly object[]): string {
  const path = join(machine.home, 'agents.json')
  writeFileSync(path, JSON.stringify(definitions))
  return path
}

/** An agent that plays a recording. */
function replayOf(id: string, file: string): object {
  return { id, acp: { binary: 'node', arguments: [join(projectRoot, 'dist/testing/replay/main.js'), file] } }
}

describe('capstan run', () => {
  it('joins words without quotes into the prompt', async () => {
    expect(await run(['sim', 'say', 'hello'])).toMatchObject({ exitCode: 0, stdout: 'hello\n' })
  })

  it('asks for the prompt on a terminal when none is given', async () => {
    const terminal = openTerminal(['run', 'sim'], { env: environment(), cwd: machine.home })
    await terminal.type('Prompt for ', 'say hello\r')
    expect(await terminal.ended).toBe(0)
    expect(terminal.shown()).toMatch(/\nhello\r\n/)
  }, 20_000)

  it('names an unknown agent before a missing prompt', async () => {
    expect(await run(['clade'])).toMatchObject({
      exitCode: 3,
      stderr: 'error UNKNOWN_AGENT: There is no agent called clade — Did you mean claude?\n',
    })
    expect(await run(['sim'])).toMatchObject({
      exitCode: 2,
      stderr:
        'error USAGE_ERROR: The prompt is missing — Use capstan run sim "<prompt>", or pipe the prompt in.\n',
    })
  })

  it('exits with 2 if no prompt is typed', async () => {
    const terminal = openTerminal(['run', 'sim'], { env: environment(), cwd: machine.home })
    await terminal.type('Prompt for ', '\r')
    expect(await terminal.ended).toBe(2)
    expect(terminal.shown()).toContain('USAGE_ERROR: The prompt is missing')
  }, 20_000)

  it('looks for the agent before it asks for a prompt', async () => {
    const terminal = openTerminal(['run', 'cluade'], { env: environment(), cwd: machine.home })
    expect(await terminal.ended).toBe(3)
    expect(terminal.shown()).not.toContain('Prompt for')
  }, 20_000)

  it('gives the answer on stdout and everything else on stderr', async () => {
    const { exitCode, stdout, stderr } = await run(['sim', 'say hello'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'hello\n' })
    expect(stderr).toMatch(
      /^thinking: .*\n[\d.]+ s · \d+ tokens .* · capstan run sim --resume sim_\w+ "…"\n$/s,
    )
  })

  it('refuses an action that is not allowed, and reports it', async () => {
    const { exitCode, stderr } = await run(['sim', 'write hello.txt one'])
    expect(exitCode).toBe(0)
    expect(stderr).toContain('rejected: Write hello.txt\n')
    expect(existsSync(join(machine.home, 'hello.txt'))).toBe(false)
  })

  it('performs an allowed action and shows the change', async () => {
    const { exitCode, stderr } = await run(['sim', 'write hello.txt one', '--permissions', 'allow'])
    expect(exitCode).toBe(0)
    expect(stderr).toContain('allowed: Write hello.txt\n✓ ✎ Write hello.txt\n')
    expect(stderr).toContain('  + one\n')
    expect(readFileSync(join(machine.home, 'hello.txt'), 'utf8')).toContain('one')
  })

  it('prints one event per line with --json, the end last', async () => {
    const { exitCode, stdout, stderr } = await run(['sim', 'say hello', '--json'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const events = eventsOf(stdout)
    expect(
      events.filter(({ type }) => type === 'text.delta').map((event) => 'text' in event && event.text),
    ).toEqual(['hello\n'])
    expect(events.at(-1)).toMatchObject({ type: 'finish', stopReason: 'end-turn' })
  })

  it.each([[['-']], [[]]])('reads the prompt from stdin: %j', async (words) => {
    const { exitCode, stdout } = await run(['sim', ...words], 'say piped\n')
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'piped\n' })
  })

  it('works in another folder and resumes a session', async () => {
    const first = await run(['sim', 'say one', '--cwd', machine.bin, '--json'])
    const { sessionId } = eventsOf(first.stdout).at(-1) as unknown as { sessionId: string }
    const again = await run(['sim', 'say two', '--cwd', machine.bin, '--resume', sessionId, '--json'])
    expect(eventsOf(again.stdout).at(-1)).toMatchObject({ type: 'finish', sessionId })
  })
})

describe('the exit code of capstan run', () => {
  it.each<[number, string[], string]>([
    [2, ['sim', 'hi', '--timeout', 'soon'], 'error USAGE_ERROR: --timeout soon is not a time'],
    [2, ['sim', 'hi', '--cwd', '/not/there'], 'error USAGE_ERROR: --cwd /not/there does not exist'],
    [2, ['sim', 'hi', '--attach', '/dev'], 'error USAGE_ERROR: --attach /dev is not a file'],
    [2, ['sim', 'hi', '--mcp', '{"a":'], 'error INPUT_NOT_JSON: --mcp is not JSON: line 1'],
    [2, ['sim', 'hi', '--permissions', 'ask'], 'error USAGE_ERROR: --permissions ask needs a terminal'],
    [2, ['sim'], 'error USAGE_ERROR: The prompt is missing'],
    [3, ['smi', 'hi'], 'error UNKNOWN_AGENT: There is no agent called smi'],
    [4, ['claude', 'hi'], 'error AGENT_NOT_INSTALLED: '],
    [6, ['pi', 'hi', '--mcp', '{"a":{"command":"a"}}'], 'error CAPABILITY_ERROR: '],
  ])('%i: %j', async (expected, words, line) => {
    // Nothing but Node is on this PATH: an agent of the real machine must not be found.
    machine.link('node', process.execPath)
    const { exitCode, stdout, stderr } = await machine.run(['run', ...words])
    expect({
      exitCode,
      stdout,
      error: stderr
        .split('\n')
        .find((text) => text.startsWith('error'))
        ?.slice(0, line.length),
    }).toEqual({
      exitCode: expected,
      stdout: '',
      error: line,
    })
  })

  it('is 11 after a timeout', async () => {
    const { exitCode, stderr } = await run([
      'sim',
      'run sleep 30',
      '--permissions',
      'allow',
      '--timeout',
      '2s',
    ])
    expect(exitCode).toBe(11)
    expect(stderr).toContain('error TIMEOUT: ')
  })

  it('is 5 if the agent needs a login, whose message cannot control the terminal', async () => {
    const file = join(machine.home, 'login.ndjson')
    const frames = [
      ['out', { id: 0, method: 'initialize' }],
      ['in', { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1, agentCapabilities: {} } }],
      ['out', { id: 1, method: 'session/new' }],
      ['in', { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'Log in \u001b[31mfirst' } }],
    ].map(([dir, msg], t) => JSON.stringify({ t, dir, msg }))
    writeFileSync(file, frames.join('\n'))
    const { exitCode, stderr } = await run([
      'stranger',
      'hi',
      '--agents',
      agentsFile([replayOf('stranger', file)]),
    ])
    expect(exitCode).toBe(5)
    expect(stderr).toContain('error AUTH_ERROR: stranger refused session/new: Log in [31mfirst')
  })

  it('is 12 if the agent crashes', async () => {
    const dying = { id: 'dying', acp: { binary: 'node', arguments: ['-e', 'process.exit(3)'] } }
    const { exitCode, stderr } = await run(['dying', 'hi', '--agents', agentsFile([dying])])
    expect(exitCode).toBe(12)
    expect(stderr).toContain('error AGENT_CRASH: ')
  })

  it('is 13 if it is stopped, with no process left', async () => {
    const { child, ended } = startCapstan(['run', 'sim', 'run sleep 31415', '--permissions', 'allow'], {
      cwd: machine.home,
      env: environment(),
    })
    const sleepers = (): number => commandLines().filter((line) => line === 'sleep\u000031415\u0000').length
    await expect.poll(sleepers, { timeout: 30_000 }).toBe(1)
    child.kill('SIGINT')
    const result = await ended
    expect(result.exitCode).toBe(13)
    expect(result.stderr).toContain('error ABORTED: The run was stopped\n')
    expect(sleepers()).toBe(0)
  })
})

describe('capstan run --record', () => {
  it('writes a recording that can be replayed', async () => {
    const file = join(machine.home, 'talk.ndjson')
    const recorded = await run(['sim', 'say hello', '--record', file])
    expect(recorded).toMatchObject({ exitCode: 0, stdout: 'hello\n' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const played = await run(['again', 'say hello', '--agents', agentsFile([replayOf('again', file)])])
    expect(played).toMatchObject({ exitCode: 0, stdout: 'hello\n' })
  })

  it('continues without a recording when the disk is full, and warns once', async () => {
    const { exitCode, stdout, stderr } = await run(['sim', 'say hello', '--record', '/dev/full'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'hello\n' })
    expect(stderr.match(/warning Recording to \/dev\/full stopped: ENOSPC/g)).toHaveLength(1)
  })
})
