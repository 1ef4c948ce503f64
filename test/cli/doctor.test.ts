import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requireBubblewrap, sandboxSupport } from '../../src/sandbox/bubblewrap.ts'
import { createMachine, type Machine, workingNpm } from '../support/machine.ts'

let machine: Machine
beforeEach(() => {
  machine = createMachine()
})
afterEach(() => machine.remove())

interface Report {
  ok: boolean
  machine: { status: string; what: string; fix?: string }[]
  agents: { agent: string; findings: { status: string; what: string; fix?: string }[] }[]
}

async function report(words: readonly string[] = [], env: Record<string, string> = {}): Promise<Report> {
  return JSON.parse((await machine.run(['doctor', ...words, '--json'], env)).stdout) as Report
}

describe('doctor', () => {
  it('has hints for a machine without agents', async () => {
    const { exitCode, stdout, stderr } = await machine.run(['doctor'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' })
    expect(stdout).toContain('problem Node.js')
    expect(stdout).toContain('  warning npm is not on the PATH\n    fix: Install Node.js with npm')
    expect(stdout).toContain('  warning git is not on the PATH\n    fix: Install git')
    expect(stdout).toContain('\nNo agent is installed\n  Claude Code: capstan install claude\n')
    expect(stdout).toContain('\n  Hermes Agent: capstan install hermes\n')
    expect(stdout.endsWith('\nInstall an agent first, for example: capstan install claude\n')).toBe(true)
  })

  it.runIf(process.platform === 'linux')('warns about a machine without a sandbox', async () => {
    const { stdout } = await machine.run(['doctor'])
    expect(stdout).toContain(
      '  warning no sandbox: bubblewrap (bwrap) is not installed\n    fix: Install the package bubblewrap',
    )
  })

  it.runIf('path' in sandboxSupport(process.env))('finds the sandbox, and perl for it', async () => {
    machine.link('bwrap', requireBubblewrap(process.env, []))
    const about = async (): Promise<string[]> =>
      (await report()).machine.map(({ status, what }) => `${status} ${what}`)
    const found = `ok sandbox with bubblewrap at ${join(machine.bin, 'bwrap')}`
    expect(await about()).toEqual(expect.arrayContaining([found, 'warning perl is not on the PATH']))
    machine.addProgram('perl', '', '/bin/sh')
    expect(await about()).not.toContain('warning perl is not on the PATH')
  })

  it('finds an old version, a missing bridge and no login, with a fix for each', async () => {
    for (const name of ['npm', 'git', 'node']) machine.addProgram(name, '', '/bin/sh')
    machine.addProgram('claude', 'echo "1.0.0 (Claude Code)"\n', '/bin/sh')
    const { ok, machine: about, agents } = await report(['claude'])
    expect(ok).toBe(false)
    const others = about.filter(({ what }) => !what.startsWith('no sandbox'))
    expect(others.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(agents).toEqual([
      {
        agent: 'claude',
        name: 'Claude Code',
        installed: true,
        path: join(machine.bin, 'claude'),
        version: '1.0.0',
        knownGoodVersion: expect.stringMatching(/^2\./),
        credentials: { variables: [], files: [], expired: [], refused: [] },
        findings: [
          {
            status: 'warning',
            what: expect.stringMatching(/^version 1\.0\.0 at .+; Capstan was tested with 2\./),
            fix: 'capstan update claude',
          },
          {
            status: 'problem',
            what: 'ACP bridge @agentclientprotocol/claude-agent-acp is not installed',
            fix: 'capstan install claude',
          },
          {
            status: 'warning',
            what: 'login unknown: no sign of a login in ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN, CLAUDE_CODE_OAUTH_TOKEN, ~/.claude/.credentials.json, and claude auth status did not answer',
            fix: 'If you are not logged in, run claude auth login, or set ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN or CLAUDE_CODE_OAUTH_TOKEN.',
          },
        ],
      },
    ])
    expect((await machine.run(['doctor'])).stdout.endsWith('\n\nProblems to fix: 1.\n')).toBe(true)
  })

  it('reports no problem after capstan install, and shows only names of credentials', async () => {
    for (const name of ['git', 'node']) machine.addProgram(name, '', '/bin/sh')
    machine.addProgram('npm', workingNpm)
    expect((await machine.run(['install', 'claude'])).exitCode).toBe(0)
    mkdirSync(join(machine.home, '.claude'))
    writeFileSync(join(machine.home, '.claude/.credentials.json'), '{"token":"sesame-in-a-file"}')
    const env = { ANTHROPIC_API_KEY: 'sesame-in-a-variable' }
    const { exitCode, stdout } = await machine.run(['doctor'], env)
    expect(exitCode).toBe(0)
    expect(stdout).toContain(
      '  ok signs of a login: ANTHROPIC_API_KEY, ~/.claude/.credentials.json; the provider may still reject it\n',
    )
    expect(stdout.endsWith('\n\nNo problems found.\n')).toBe(true)
    const json = await machine.run(['doctor', '--json'], env)
    expect(`${stdout}${json.stdout}${json.stderr}`).not.toContain('sesame')
    expect(await report([], env)).toMatchObject({ ok: true })
  })

  it.each([
    [true, 'ok', 'logged in according to claude auth status; the provider may still reject the login'],
    [false, 'problem', 'not logged in according to claude auth status'],
  ])('asks an agent for its login status: %j', async (loggedIn, status, what) => {
    for (const name of ['npm', 'git', 'node', 'claude-agent-acp']) machine.addProgram(name, '', '/bin/sh')
    const answer = `printf '%s\\n' '{ "loggedIn": ${loggedIn} }'`
    machine.addProgram('claude', `case "$1" in auth) ${answer};; *) echo 2.1.325;; esac\n`, '/bin/sh')
    const { exitCode, stdout } = await machine.run(['doctor', 'claude', '--json'])
    const { agents } = JSON.parse(stdout) as Report
    expect(agents[0]?.findings.at(-1)).toMatchObject({ status, what })
    expect(exitCode).toBe(loggedIn ? 0 : 1)
  })

  it('names a login that has expired, and a token that the agent does not accept', async () => {
    for (const name of ['npm', 'git', 'node', 'gemini', 'copilot']) machine.addProgram(name, '', '/bin/sh')
    mkdirSync(join(machine.home, '.gemini'))
    writeFileSync(join(machine.home, '.gemini/oauth_creds.json'), '{"access_token":"sesame","expiry_date":1}')
    const environment = { GH_TOKEN: 'ghp_sesame' }
    const { exitCode, stdout } = await machine.run(['doctor', 'gemini', 'copilot'], environment)
    expect(stdout).toContain('problem the login in ~/.gemini/oauth_creds.json has expired')
    expect(stdout).toContain('problem copilot does not accept GH_TOKEN: it is a classic token (ghp_)')
    expect(stdout).not.toContain('sesame')
    expect(exitCode).toBe(1)
  })

  // As the programs print it: opencode 1.18.33, pi 1.5.0 and omp 18.2.3.
  it.each([
    ['opencode', 'auth list', '└  0 credentials', 'warning', 'not logged in'],
    ['opencode', 'auth list', '│\n└  10 credentials', 'ok', 'logged in'],
    ['opencode', 'auth list', '└  0 credentials\n\n│\n└  1 environment variable', 'ok', 'logged in'],
    [
      'pi',
      '--list-models',
      'No models available. Use /login to log into a provider',
      'problem',
      'not logged in',
    ],
    [
      'pi',
      '--list-models',
      'provider   model           context\nanthropic  claude-haiku-4-5  200K',
      'ok',
      'logged in',
    ],
    [
      'omp',
      'models',
      'No models available. Set API keys in environment variables.',
      'problem',
      'not logged in',
    ],
    ['omp', 'models', 'anthropic (25)\n┌──────┐', 'ok', 'logged in'],
  ])('reads the login of %s from %s: %j', async (agent, words, printed, status, what) => {
    const answer = `[ "$*" = '${words}' ] && printf '%s\\n' '${printed}' || echo 1.0.0\n`
    machine.addProgram(agent, answer, '/bin/sh')
    const { agents } = await report([agent])
    const proof = what === 'logged in' ? '; the provider may still reject the login' : ''
    expect(agents[0]?.findings.at(-1)).toMatchObject({
      status,
      what: `${what} according to ${agent} ${words}${proof}`,
    })
  })

  it.each(['gemini', 'copilot', 'cursor'])(
    'reports that the login of %s cannot be checked offline',
    async (agent) => {
      machine.addProgram(agent === 'cursor' ? 'cursor-agent' : agent, 'echo 1.0.0\n', '/bin/sh')
      const { agents } = await report([agent])
      expect(agents[0]?.findings.at(-1)).toMatchObject({
        status: 'warning',
        what: expect.stringMatching(
          `^login unknown: .*${agent} has no command that checks it offline$`,
        ) as string,
      })
    },
  )

  it('warns if the answer of the agent misses some logins', async () => {
    machine.addProgram(
      'codex',
      'case "$1" in login) echo Not logged in >&2; exit 1;; *) echo 0.166.0;; esac\n',
      '/bin/sh',
    )
    const [none, key] = [await report(['codex']), await report(['codex'], { CODEX_API_KEY: 'k' })]
    expect(none.agents[0]?.findings.at(-1)).toMatchObject({
      status: 'warning',
      what: 'not logged in according to codex login status',
    })
    expect(key.agents[0]?.findings.at(-1)).toEqual({
      status: 'ok',
      what: 'signs of a login: CODEX_API_KEY; the provider may still reject it',
    })
  })

  it('finds an old Node.js on the PATH and a home that cannot be written', async () => {
    machine.addProgram('node', 'echo v20.20.2\n', '/bin/sh')
    writeFileSync(join(machine.home, 'file'), '')
    const { machine: about } = await report(['sim'], { HOME: join(machine.home, 'file/home') })
    expect(about.filter(({ status }) => status === 'problem').map(({ what }) => what)).toEqual([
      expect.stringMatching(
        /^Node\.js .+, but agents start with Node\.js 20\.20\.2, which is first on the PATH$/,
      ),
      `the home folder ${join(machine.home, 'file/home')} is not writable`,
    ])
  })

  it('checks the runtime and the prerequisites of an agent', async () => {
    machine.addProgram('omp', 'echo 18.2.3\n', '/bin/sh')
    machine.addProgram('openclaw', 'echo 2026.9.6\n', '/bin/sh')
    const { agents } = await report(['omp', 'openclaw'])
    const findings = agents.flatMap((agent) => agent.findings)
    expect(findings).toContainEqual({
      status: 'problem',
      what: 'needs Bun >=1.3.14, but bun is not on the PATH',
      fix: 'Install Bun: https://bun.sh',
    })
    expect(findings).toContainEqual({
      status: 'warning',
      what: 'needs its own service to be running',
      fix: 'If it is not running, run openclaw gateway run',
    })
  })

  it.skipIf(process.getuid?.() === 0)('says that Capstan’s folder cannot be written', async () => {
    mkdirSync(machine.capstanHome)
    chmodSync(machine.capstanHome, 0o500)
    expect((await report()).machine).toContainEqual({
      status: 'problem',
      what: `Capstan's folder ${machine.capstanHome} is not writable`,
      fix: 'Make it writable, or set CAPSTAN_HOME to a folder that is.',
    })
  })

  it('rejects an unknown agent', async () => {
    expect((await machine.run(['doctor', 'clade'])).exitCode).toBe(3)
    expect((await machine.run(['doctor', '--fix'])).exitCode).toBe(2)
  })
})
