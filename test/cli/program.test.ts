import { describe, expect, it } from 'vitest'
import { capstan } from '../support/program.ts'
import { manifest } from '../support/package.ts'

describe('capstan', () => {
  it('prints its version', async () => {
    expect(await capstan(['--version'])).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: '' })
    expect(await capstan(['-v', '--json'])).toEqual({
      exitCode: 0,
      stdout: `{"version":"${manifest.version}"}\n`,
      stderr: '',
    })
  })

  it('prints its version after any command that has no such option of its own', async () => {
    expect((await capstan(['capabilities', 'list', '--version'])).stdout).toBe(`${manifest.version}\n`)
  })

  it('prints help on request and without a command', async () => {
    const asked = await capstan(['--help'])
    expect(asked.exitCode).toBe(0)
    expect(asked.stdout).toMatchInlineSnapshot(`
      "Capstan reports what coding agents can do and runs them, across AG-UI, A2E,
      Agent Relay, agent-mux and ACP.

      Usage
        capstan <command> [options]

      Commands
        agents        list known agents and which are installed
        capabilities  show what an agent can do; convert, check and explain
                      declarations
        compare       compare the capabilities of agents
        pick          choose an agent by what you need and what it costs
        models        list, show, validate and refresh models
        cost          calculate what a request costs
        run           send an agent a prompt and show what it does
        probe         start agents and ask for their capabilities
        verify        try what installed agents claim, without a login or a model
        session       run long-lived agents that message each other and you
        fleet         list the nodes that share sessions, or drain one
        actions       list and run registered actions
        a2e           serve agents over A2E, or call an A2E host
        serve         serve agents over HTTP (AG-UI and web page)
        config        show and edit the configuration, or trust a project file
        install       install an agent
        update        update an agent to the version Capstan supports
        uninstall     remove an agent that Capstan installed
        doctor        find problems on this machine and how to fix them
        completion    print the completion script for a shell
        help          show help for a command
        version       show the version

      Options
        --json         print JSON, including errors and notes
        --no-color     print without color (same as NO_COLOR)
        --no-config    ignore configuration files and variables
        -h, --help     show help
        -v, --version  show the version

      Exit codes
        0   ok
        1   failed
        2   invalid usage or input
        3   unknown agent
        4   agent not installed
        5   not logged in
        6   capability missing or unknown
        11  timed out
        12  agent crashed
        13  aborted

      Run capstan help <command> for the options of a command.
      "
    `)
    expect(await capstan([])).toEqual(asked)
    expect(await capstan(['-h'])).toEqual(asked)
    expect(await capstan(['help'])).toEqual(asked)
  })

  it('accepts help and version as commands', async () => {
    expect(await capstan(['version'])).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: '' })
    expect(await capstan(['help', 'run'])).toEqual(await capstan(['run', '--help']))
    expect(await capstan(['help', 'models'])).toEqual(await capstan(['models', '--help']))
    expect(await capstan(['help', 'models', 'show'])).toEqual(await capstan(['models', 'show', '--help']))
    expect(await capstan(['--json', 'help', 'cost'])).toEqual(await capstan(['cost', '--help', '--json']))
  })

  it.each([
    [['capabilites'], 'error USAGE_ERROR: Unknown command capabilites — Did you mean capabilities?'],
    [['frobnicate'], 'error USAGE_ERROR: Unknown command frobnicate — See capstan --help for the commands.'],
    [['help', 'rnu'], 'error USAGE_ERROR: Unknown command rnu — Did you mean run?'],
    [['hlep'], 'error USAGE_ERROR: Unknown command hlep — Did you mean help?'],
    [['--jsno'], 'error USAGE_ERROR: Unknown option --jsno — Did you mean --json?'],
    [['-x'], 'error USAGE_ERROR: Unknown option -x — See --help for the options.'],
    [['--json=yes'], 'error USAGE_ERROR: --json takes no value'],
    [
      ['capabilities'],
      'error USAGE_ERROR: capstan capabilities needs an argument or a command — Use capstan capabilities <agent> [--model <model>] [--transport <transport>] [--live] [--all] [--as <ecosystem>] [--explain <id>]… [--history], or one of convert, check, explain, list.',
    ],
    [['a2e'], 'error USAGE_ERROR: capstan a2e needs a command — Use one of serve, handshake, call.'],
    [['a2e', 'cal'], 'error USAGE_ERROR: Unknown command a2e cal — Did you mean call?'],
    [
      ['capabilities', 'list', 'a', 'b'],
      'error USAGE_ERROR: Unexpected argument b — Use capstan capabilities list [text].',
    ],
  ])('refuses %j in one line', async (words, line) => {
    const { exitCode, stdout, stderr } = await capstan(words)
    expect({ exitCode, stdout, lines: stderr.split('\n').length }).toEqual({
      exitCode: 2,
      stdout: '',
      lines: 2,
    })
    expect(stderr.startsWith(line)).toBe(true)
  })

  it('reports errors as JSON when asked', async () => {
    const { exitCode, stderr } = await capstan(['frobnicate', '--json'])
    expect(exitCode).toBe(2)
    expect(JSON.parse(stderr)).toEqual({
      error: {
        name: 'UsageError',
        code: 'USAGE_ERROR',
        message: 'Unknown command frobnicate',
        hint: 'See capstan --help for the commands.',
        exitCode: 2,
      },
    })
  })

  it('prints colors only on request, and never with NO_COLOR or --no-color', async () => {
    const coloured = '\u001b[1mUsage\u001b[22m'
    expect((await capstan(['--help'], { env: { FORCE_COLOR: '1' } })).stdout).toContain(coloured)
    expect((await capstan(['--help'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).stdout).not.toContain(
      '\u001b',
    )
    expect((await capstan(['--help', '--no-color'], { env: { FORCE_COLOR: '1' } })).stdout).not.toContain(
      '\u001b',
    )
    expect((await capstan(['--help'])).stdout).not.toContain('\u001b')
  })

  it('accepts global options before, between and after commands', async () => {
    const plain = await capstan(['capabilities', 'list', 'session.fork', '--json'])
    expect(JSON.parse(plain.stdout)).toMatchObject([{ id: 'session.fork', mux: 'canFork' }])
    expect(await capstan(['--json', 'capabilities', 'list', 'session.fork'])).toEqual(plain)
    expect(await capstan(['capabilities', '--json', 'list', 'session.fork'])).toEqual(plain)
  })
})
