import { spawnSync } from 'node:child_process'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createMachine } from '../support/machine.ts'
import { projectRoot } from '../support/package.ts'

const machine = createMachine()
afterAll(() => machine.remove())
const program = join(projectRoot, 'dist/cli/main.js')

/** The one line of an error. */
const errorOf = (stderr: string): string =>
  stderr.split('\n').find((line) => line.startsWith('error ')) ?? stderr

describe('errors of the system are named', () => {
  it('a full disk', () => {
    const full = openSync('/dev/full', 'w')
    try {
      const { status, stderr } = spawnSync(process.execPath, [program, 'agents'], {
        env: { PATH: machine.bin, HOME: machine.home, CAPSTAN_HOME: machine.capstanHome },
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      })
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: 'error DISK_FULL: The disk is full — Free some space and try again.\n',
      })
    } finally {
      closeSync(full)
    }
  })

  it('a home that is not writable', async () => {
    machine.addProgram('npm', '')
    // No user makes a folder there, the one who may everything included.
    const { exitCode, stderr } = await machine.run(['install', 'claude'], { CAPSTAN_HOME: '/sys/capstan' })
    expect(exitCode).toBe(1)
    expect(errorOf(stderr)).toMatch(
      /^error (?:PERMISSION_DENIED: Permission denied|DISK_READ_ONLY: The disk is read-only): \/sys\/capstan/,
    )
  })

  it.each([
    ['npm error code ENOSPC', 1, 'DISK_FULL: Installing claude failed: the disk is full (ENOSPC) — Free'],
    [
      'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write',
      0,
      'DISK_FULL: Installing claude was incomplete: the disk is full (ENOSPC) — Free',
    ],
    ['npm error code EROFS', 1, 'DISK_READ_ONLY: Installing claude failed: the disk is read-only (EROFS) — '],
    [
      'npm error code EACCES',
      1,
      'PERMISSION_DENIED: Installing claude failed: permission denied (EACCES) — ',
    ],
    [
      'npm error code ENOTFOUND\nnpm error network request to https://registry.example/x failed',
      1,
      'OFFLINE: Installing claude failed: the network is unreachable (ENOTFOUND) — Check the connection',
    ],
  ])('an installer that prints %j', async (printed, code, line) => {
    machine.addProgram('npm', `console.error(${JSON.stringify(printed)}); process.exit(${code})`)
    const { exitCode, stderr } = await machine.run(['install', 'claude'])
    expect(exitCode).toBe(1)
    expect(errorOf(stderr)).toContain(`error ${line}`)
  })

  it('lets npm retry once within seconds, unless the user configured npm', async () => {
    machine.addProgram(
      'npm',
      `const { npm_config_fetch_retries: times, npm_config_fetch_retry_maxtimeout: wait } = process.env
      console.error(\`\${times} more after \${wait}\`); process.exit(1)`,
    )
    expect((await machine.run(['install', 'claude'])).stderr).toContain('1 more after 3000')
    const env = { npm_config_fetch_retries: '5', npm_config_fetch_retry_maxtimeout: '9000' }
    expect((await machine.run(['install', 'claude'], env)).stderr).toContain('5 more after 9000')
  })

  describe('an old Node.js', () => {
    const pretend = (source: string): Record<string, string> => ({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}`,
    })
    const older = (version: string): string =>
      `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}});`
    const line = (version: string): string =>
      `error NODE_TOO_OLD: Capstan needs Node.js >=22.13, but this is ${version} — Install Node.js >=22.13 from https://nodejs.org, then check with capstan doctor.\n`

    it.each([[['models', 'claude']], [['--version']], [['--help']], [[]]])(
      'refuses %j in one line',
      async (args) => {
        expect(await machine.run(args, pretend(older('20.20.2')))).toEqual({
          exitCode: 1,
          stdout: '',
          stderr: line('20.20.2'),
        })
      },
    )

    it('refuses where functions are missing that the program needs', async () => {
      const env = pretend(`${older('18.20.8')} delete process.getBuiltinModule`)
      for (const args of [['agents'], ['doctor']])
        expect(await machine.run(args, env)).toEqual({ exitCode: 1, stdout: '', stderr: line('18.20.8') })
    })

    it('refuses as JSON', async () => {
      const { stderr } = await machine.run(['agents', '--json'], pretend(older('22.12.0')))
      expect(JSON.parse(stderr)).toEqual({
        error: {
          name: 'CapstanError',
          code: 'NODE_TOO_OLD',
          message: 'Capstan needs Node.js >=22.13, but this is 22.12.0',
          hint: 'Install Node.js >=22.13 from https://nodejs.org, then check with capstan doctor.',
          exitCode: 1,
        },
      })
    })

    it('is a finding of doctor', async () => {
      const { stdout } = await machine.run(['doctor', 'sim'], pretend(older('20.20.2')))
      expect(stdout).toContain('problem Node.js 20.20.2')
    })
  })
})

describe('a program that does not speak ACP is named so', () => {
  it.each([
    [
      'prints text and ends',
      `console.log('Usage: tool'); process.exit(2)`,
      'it printed Usage: tool and ended with exit code 2',
    ],
    ['ends at once', '', 'it ended with exit code 0 without an answer'],
    ['sends back what it gets', 'process.stdin.pipe(process.stdout)', 'it does not support initialize'],
  ])('%s', async (_, source, how) => {
    machine.addProgram('not-acp', source)
    const { exitCode, stderr } = await machine.run(['run', '--acp', 'not-acp', 'hi'])
    expect(exitCode).toBe(1)
    expect(errorOf(stderr)).toContain(
      `error NOT_ACP: not-acp does not speak ACP: ${how} — Give the arguments that make it speak ACP`,
    )
  })
})

it.each([
  [
    'console.log("Welcome"); setInterval(() => {}, 1000)',
    'not-acp does not speak ACP: it printed Welcome and did not answer initialize',
    'Start the program with the arguments that make it speak ACP on its stdin and stdout.',
  ],
  [
    'setInterval(() => {}, 1000)',
    'not-acp did not answer initialize within 1000 ms',
    'Raise the timeout, or check that the program speaks ACP on its stdin and stdout.',
  ],
])('a program that never answers initialize: %s', async (source, message, hint) => {
  machine.addProgram('not-acp', source)
  const { stdout } = await machine.run(['probe', '--acp', 'not-acp', '--timeout', '1s', '--json'])
  const [probed] = JSON.parse(stdout) as { error: { message: string; hint: string } }[]
  expect(probed?.error.message).toBe(message)
  expect(probed?.error.hint).toBe(hint)
})

describe('a document that a flag names', () => {
  it.each([
    [
      ['--schema', 'none.json'],
      'INPUT_UNREADABLE: --schema none.json does not exist — Name a file with a JSON Schema',
    ],
    [['--schema', 'broken.json'], 'INPUT_NOT_JSON: --schema broken.json is not JSON: line 1, column 7'],
    [
      ['--mcp', 'none.json'],
      'INPUT_UNREADABLE: --mcp none.json does not exist — Name a file with MCP servers',
    ],
  ])('%j', async (words, line) => {
    writeFileSync(join(machine.home, 'broken.json'), '{"a": ]')
    const { exitCode, stderr } = await machine.run(['run', 'sim', 'hi', ...words])
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`error ${line}`)
  })
})
