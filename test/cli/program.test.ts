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

  it('prints help when asked, and when nothing was asked', async () => {
    const asked = await capstan(['--help'])
    expect(asked.exitCode).toBe(0)
    expect(asked.stdout).toMatchInlineSnapshot(`
      "Capstan tells what any coding agent can do, across AG-UI, A2E, Agent Relay,
      agent-mux and ACP.

      Usage
        capstan <command> [options]

      Commands
        agents        list the agents, and which of them are installed
        capabilities  see what an agent can do; convert, check and explain what agents
                      say
        compare       see where agents differ
        models        list, show, validate and refresh the models of an agent
        cost          see what a request costs
        run           give an agent a prompt, and see what it does
        probe         start agents and ask them what they can do
        sessions      list the sessions an agent keeps, and what was said in one
        session       keep agents open that write to each other and to you
        actions       list and invoke what sessions and people can have done
        a2e           serve agents over A2E, and speak with hosts that do
        serve         serve agents as AG-UI agents over HTTP
        config        show and change the configuration, and trust that of a project
        install       install an agent
        update        bring an agent to the version Capstan knows
        uninstall     remove what Capstan installed
        doctor        find what would stop a run, and how to fix it
        completion    print the completions for a shell
        help          show help for a command
        version       show the version

      Options
        --json         print JSON, errors and notes included
        --no-color     print without colour; NO_COLOR does the same
        --no-config    ignore configuration files and their variables
        -h, --help     show help
        -v, --version  show the version

      Exit codes
        0   ok
        1   failed
        2   wrong usage or input
        3   unknown agent
        4   agent not installed
        5   not logged in
        6   capability missing or unknown
        11  timed out
        12  agent crashed
        13  aborted

      capstan help <command> shows the options of a command.
      "
    `)
    expect(await capstan([])).toEqual(asked)
    expect(await capstan(['-h'])).toEqual(asked)
    expect(await capstan(['help'])).toEqual(asked)
  })

  it('takes help and version as words', async () => {
    expect(await capstan(['version'])).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: '' })
    expect(await capstan(['help', 'run'])).toEqual(await capstan(['run', '--help']))
    expect(await capstan(['help', 'models'])).toEqual(await capstan(['models', '--help']))
    expect(await capstan(['help', 'models', 'list'])).toEqual(await capstan(['models', 'list', '--help']))
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
      'error USAGE_ERROR: capstan capabilities needs more words — Use capstan capabilities <agent> [--model <model>] [--transport <transport>] [--live] [--all] [--as <ecosystem>] [--explain <id>]…, or one of convert, check, explain, list.',
    ],
    [
      ['models'],
      'error USAGE_ERROR: capstan models needs a command — Use one of list, show, validate, refresh.',
    ],
    [['models', 'lst'], 'error USAGE_ERROR: Unknown command models lst — Did you mean list?'],
    [
      ['capabilities', 'list', 'a', 'b'],
      'error USAGE_ERROR: Unexpected argument b — Use capstan capabilities list [word].',
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

  it('colours on request only, and never against NO_COLOR or --no-color', async () => {
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

  it('takes global options before, between and after commands', async () => {
    const plain = await capstan(['capabilities', 'list', 'session.fork', '--json'])
    expect(JSON.parse(plain.stdout)).toMatchObject([{ id: 'session.fork', mux: 'canFork' }])
    expect(await capstan(['--json', 'capabilities', 'list', 'session.fork'])).toEqual(plain)
    expect(await capstan(['capabilities', '--json', 'list', 'session.fork'])).toEqual(plain)
  })
})
