import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMachine, failingNpm, hangingNpm, type Machine, workingNpm } from '../support/machine.ts'

let machine: Machine
beforeEach(() => {
  machine = createMachine()
})
afterEach(() => machine.remove())

const prefixOf = (agent: string): string => join(machine.capstanHome, 'agents', agent)

describe('install --dry-run', () => {
  it.each<[string, string, RegExp]>([
    ['claude', 'npm', / @anthropic-ai\/claude-code@\S+ @agentclientprotocol\/claude-agent-acp@\S+$/],
    ['codex', 'npm', / @openai\/codex@\S+ \S+codex-acp@\S+$/],
    ['gemini', 'npm', / @google\/gemini-cli@\S+$/],
    ['copilot', 'npm', / @github\/copilot@\S+$/],
    ['cursor', 'curl', /^curl https:\/\/cursor\.com\/install -fsS \| bash$/],
    ['opencode', 'npm', / opencode-ai@\S+$/],
    ['pi', 'npm', / pi-acp@\S+ .* && npm pack .* @earendil-works\/pi-coding-agent@\S+ && .* && tar /],
    ['omp', 'npm', / @oh-my-pi\/pi-coding-agent@\S+$/],
    ['openclaw', 'npm', / openclaw@\S+$/],
    ['hermes', 'pip', /^pip install hermes-agent$/],
  ])('prints how to install %s, and does nothing', async (agent, method, line) => {
    const { exitCode, stdout, stderr } = await machine.run(['install', agent, '--dry-run', '--json'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const { plan, status } = JSON.parse(stdout) as { status: string; plan: { line: string; prefix?: string } }
    expect(plan).toMatchObject({ agent, method, line: expect.stringMatching(line) })
    expect({ status, prefix: plan.prefix }).toEqual({
      status: 'planned',
      prefix: method === 'npm' ? prefixOf(agent) : undefined,
    })
    expect(existsSync(machine.capstanHome)).toBe(false)
  })

  it('accepts a version and the global folder of npm', async () => {
    const words = ['install', 'gemini', '--dry-run', '--global', '--version', '0.60.0']
    expect((await machine.run(words)).stdout).toBe(
      'npm install --global --no-audit --no-fund @google/gemini-cli@0.60.0\n' +
        '  method   npm\n  package  @google/gemini-cli 0.60.0\n',
    )
  })
})

describe('install', () => {
  it('adds only the bridge if the program is installed', async () => {
    machine.addProgram('npm', workingNpm)
    machine.addProgram('claude', 'echo 2.1.0', '/bin/sh')
    const refused = await machine.run(['run', 'claude', 'hi', '--transport', 'acp'])
    expect(refused).toMatchObject({ exitCode: 4, stdout: '' })
    expect(refused.stderr).toContain(
      'claude-agent-acp, the bridge that claude needs for ACP, is not installed',
    )
    const prefix = join(prefixOf('claude'), 'bridge')
    expect(await machine.run(['install', 'claude'])).toEqual({
      exitCode: 0,
      stdout: `Installed the ACP bridge of claude, 0.99.1, at ${prefix}/node_modules/.bin/claude-agent-acp; it runs ${machine.bin}/claude\n`,
      stderr: expect.stringContaining(
        '--omit=optional @agentclientprotocol/claude-agent-acp@0.99.1',
      ) as string,
    })
    const again = await machine.run(['install', 'claude'])
    expect(again.stdout).toContain(`claude 2.1.0 is already installed at ${machine.bin}/claude`)
  })

  it('installs into the folder of Capstan with npm and checks the result', async () => {
    machine.addProgram('npm', workingNpm)
    const first = await machine.run(['install', 'claude', '--version', '1.2.3'])
    expect(first).toEqual({
      exitCode: 0,
      stdout: `Installed claude 1.2.3 at ${prefixOf('claude')}/node_modules/.bin/claude\n`,
      stderr: expect.stringMatching(/^Installing claude: npm install --prefix .+\n$/),
    })
    expect(JSON.parse(readFileSync(join(machine.home, 'npm-calls'), 'utf8'))).toEqual([
      'install',
      '--prefix',
      prefixOf('claude'),
      '--no-audit',
      '--no-fund',
      '@anthropic-ai/claude-code@1.2.3',
      expect.stringMatching(/^@agentclientprotocol\/claude-agent-acp@\d/),
    ])
    const again = await machine.run(['install', 'claude'])
    expect(again.exitCode).toBe(0)
    expect(again.stdout).toMatch(
      /^claude 1\.2\.3 is already installed at .+; run capstan update claude for \S+\n$/,
    )

    const update = await machine.run(['update', 'claude', '--json'])
    expect(update.exitCode).toBe(0)
    expect(JSON.parse(update.stdout)).toMatchObject({
      agent: 'claude',
      status: 'updated',
      before: { version: '1.2.3' },
      detection: { installed: true, versionFrom: 'package', bridge: { installed: true } },
    })
    expect((await machine.run(['update', 'claude'])).stdout).toMatch(/^claude is already at \d+\.\d+\.\d+\n$/)

    expect((await machine.run(['uninstall', 'claude', '--dry-run'])).stdout).toBe(
      `Would remove only ${prefixOf('claude')}\n`,
    )
    expect(await machine.run(['uninstall', 'claude'])).toEqual({
      exitCode: 0,
      stdout: `Removed ${prefixOf('claude')}\n`,
      stderr: '',
    })
    expect(existsSync(prefixOf('claude'))).toBe(false)
  })

  it('installs globally on request, and uninstall does not remove it', async () => {
    machine.addProgram('npm', workingNpm)
    const global = { npm_config_prefix: join(machine.home, 'global') }
    const { exitCode, stdout } = await machine.run(['install', 'claude', '--global', '--json'], global)
    expect(exitCode).toBe(0)
    const path = join(machine.home, 'global/bin/claude')
    expect(JSON.parse(stdout)).toMatchObject({ status: 'installed', detection: { path } })
    expect(await machine.run(['uninstall', 'claude'], global)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `error INSTALLED_BY_OTHERS: Capstan did not install claude at ${path} — Uninstall it with the tool that installed it.\n`,
    })
    expect(existsSync(path)).toBe(true)
  })

  it('reports why npm failed, and leaves no files', async () => {
    machine.addProgram('npm', failingNpm)
    const { exitCode, stdout, stderr } = await machine.run(['install', 'claude'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toMatch(
      /\nerror INSTALL_FAILED: Installing claude failed with exit code 1: npm error code ETARGET; npm error notarget No matching version found — Run the command yourself: npm install .+\n$/,
    )
    expect(existsSync(prefixOf('claude'))).toBe(false)
  })

  it('reports a missing npm before it writes anything', async () => {
    expect(await machine.run(['install', 'claude'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'error PREREQUISITE_MISSING: Installing claude needs npm, which is not on the PATH — Install Node.js with npm first.\n',
    })
    expect(existsSync(prefixOf('claude'))).toBe(false)
  })

  it('needs Bun for an agent that runs on Bun', async () => {
    machine.addProgram('npm', workingNpm)
    const { exitCode, stderr } = await machine.run(['install', 'omp'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('error PREREQUISITE_MISSING: omp needs bun, but `bun --version` failed')
    expect(existsSync(join(machine.home, 'npm-calls'))).toBe(false)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends with all it started on %s, and says what is left',
    async (signal) => {
      machine.addProgram('npm', hangingNpm)
      const fresh = await stopWhileInstalling(signal)
      expect(fresh).toEqual({
        exitCode: 13,
        stdout: '',
        stderr: expect.stringMatching(
          /\nerror ABORTED: Installing claude was aborted; nothing was left behind\n$/,
        ),
      })
      expect(existsSync(prefixOf('claude'))).toBe(false)

      mkdirSync(join(prefixOf('claude'), 'node_modules'), { recursive: true })
      const { exitCode, stderr } = await stopWhileInstalling(signal)
      expect(exitCode).toBe(13)
      expect(stderr).toContain(
        `error ABORTED: Installing claude was aborted; ${prefixOf('claude')} may contain a partial installation — Run the command again, or capstan uninstall claude.\n`,
      )
      expect((await machine.run(['uninstall', 'claude'])).exitCode).toBe(0)
    },
  )

  async function stopWhileInstalling(signal: NodeJS.Signals): ReturnType<Machine['run']> {
    const pidFile = join(machine.home, 'npm-pid')
    writeFileSync(pidFile, '')
    const { child, ended } = machine.start(['install', 'claude'])
    while (readFileSync(pidFile, 'utf8') === '') await new Promise((resolve) => setTimeout(resolve, 20))
    child.kill(signal)
    const result = await ended
    expect(() => process.kill(Number(readFileSync(pidFile, 'utf8')), 0)).toThrow('ESRCH')
    return result
  }
})

describe('an installer that is piped into a shell', () => {
  const program = (bin: string): string =>
    `echo "printf '#!/bin/sh\\necho 2026.1.1\\n' > ${bin}/agent; /bin/chmod +x ${bin}/agent"\n`

  it('is printed and not run', async () => {
    machine.addProgram('curl', program(machine.bin), '/bin/sh')
    const { exitCode, stdout, stderr } = await machine.run(['install', 'cursor'])
    expect({ exitCode, stdout }).toEqual({
      exitCode: 1,
      stdout:
        'curl https://cursor.com/install -fsS | bash\n  method  curl\n  run by  you, or Capstan with --yes\n',
    })
    expect(stderr).toMatch(/^error INSTALL_NOT_AUTOMATIC: cursor .+; nothing was run — .+ or add --yes\.\n$/)
    expect(existsSync(join(machine.bin, 'agent'))).toBe(false)
  })

  it('runs with --yes', async () => {
    machine.addProgram('curl', program(machine.bin), '/bin/sh')
    machine.link('sh', '/bin/sh')
    machine.link('bash', '/bin/bash')
    expect(await machine.run(['install', 'cursor', '--yes'])).toEqual({
      exitCode: 0,
      stdout: `Installed cursor 2026.1.1 at ${machine.bin}/agent\n`,
      stderr: 'Installing cursor: curl https://cursor.com/install -fsS | bash\n',
    })
  })

  it('is only printed for a manual installation', async () => {
    const { exitCode, stderr } = await machine.run(['install', 'cursor', '--method', 'manual', '--yes'])
    expect(exitCode).toBe(1)
    expect(stderr).toBe(
      'error INSTALL_NOT_AUTOMATIC: cursor has to be installed by hand; nothing was run — Run the printed command yourself.\n',
    )
  })
})

describe('an agent that cannot be installed, updated or removed', () => {
  it.each<[string[], number, RegExp]>([
    [
      ['install', 'clade'],
      3,
      /^error UNKNOWN_AGENT: There is no agent called clade — Did you mean claude\?\n$/,
    ],
    [['update', 'clade'], 3, /UNKNOWN_AGENT/],
    [['uninstall', 'clade'], 3, /UNKNOWN_AGENT/],
    [['install'], 2, /^error USAGE_ERROR: The agent is missing — Use capstan install <agent> /],
    [
      ['update', 'claude'],
      4,
      /^error AGENT_NOT_INSTALLED: claude is not installed — Run capstan install claude, or npm install /,
    ],
    [['update', 'pi'], 4, /^error AGENT_NOT_INSTALLED: pi is not installed — Run capstan install pi\.\n$/],
    [
      ['uninstall', 'claude'],
      4,
      /^error AGENT_NOT_INSTALLED: claude is not installed — Run capstan install claude to install it\.\n$/,
    ],
    [
      ['install', 'cursor', '--method', 'npm'],
      2,
      /^error INSTALL_METHOD_UNKNOWN: cursor cannot be installed with npm on \w+ — Use curl, manual: .+\.\n$/,
    ],
    [['install', 'claude', '--method', 'pigeon'], 2, /^error INSTALL_METHOD_UNKNOWN: /],
    [['install', 'hermes', '--version', '1.0.0'], 2, /^error VALIDATION_ERROR: /],
    [
      ['install', 'claude', '--version', 'file:../evil'],
      2,
      /^error USAGE_ERROR: --version file:\.\.\/evil is not a version/,
    ],
    [['install', 'claude', '--version'], 2, /^error USAGE_ERROR: --version needs a value/],
  ])('%j ends with %i', async (words, code, message) => {
    const { exitCode, stdout, stderr } = await machine.run(words)
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: '' })
    expect(stderr).toMatch(message)
    expect(existsSync(machine.capstanHome)).toBe(false)
  })
})
