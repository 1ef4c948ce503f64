import { afterAll, describe, expect, it } from 'vitest'
import { createMachine } from '../support/machine.ts'

const machine = createMachine()
afterAll(() => machine.remove())

describe('agents', () => {
  it('lists all agents on a machine without any, the simulated one last', async () => {
    const { exitCode, stdout, stderr } = await machine.run(['agents'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const lines = stdout
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith(' '))
    expect(lines[0]).toMatch(/^AGENT +INSTALLED +KNOWN GOOD +ACP +LOGGED IN +PATH$/)
    expect(lines.slice(1).map((line) => line.split(' ')[0])).toEqual([
      'claude',
      'codex',
      'gemini',
      'copilot',
      'cursor',
      'opencode',
      'pi',
      'omp',
      'openclaw',
      'hermes',
      'goose',
      'kimi',
      'qwen',
      'droid',
      'kilo',
      'sim',
    ])
    expect(lines[1]).toMatch(/^claude +no +\d+\.\d+\.\d+ +bridge missing +unknown$/)
  })

  it('shows the path and version of an installed agent', async () => {
    const own = createMachine()
    own.addProgram('gemini', 'echo 0.50.1\n', '/bin/sh')
    const { stdout } = await own.run(['agents', '--installed', '--json'])
    const [gemini, ...others] = JSON.parse(stdout) as { agent: string }[]
    expect(others.map(({ agent }) => agent)).toEqual(['sim'])
    expect([gemini]).toEqual([
      {
        agent: 'gemini',
        installed: true,
        path: `${own.bin}/gemini`,
        version: '0.50.1',
        versionFrom: 'program',
        name: 'Gemini CLI',
        knownGoodVersion: '0.61.0',
        acp: 'native',
        loggedIn: 'unknown',
      },
    ])
    own.remove()
  })

  it('has a hint if no agent is installed', async () => {
    const { exitCode, stdout, stderr } = await machine.run(['agents', '--installed'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const [, row, path, ...rest] = stdout.split('\n')
    expect(row).toMatch(/^sim +\d+\.\d+\.\d+ +\d+\.\d+\.\d+ +native +not needed$/)
    expect(path).toMatch(/^ {4}\/.+\/dist\/testing\/sim\/main\.js$/)
    expect(rest).toEqual(['', 'Only the simulated agent is installed. Try: capstan install claude', ''])
  })
})

describe('capabilities of an installed agent', () => {
  it('marks facts of another version', async () => {
    machine.addProgram('codex', `console.log('codex-cli 0.1.0')`)
    const { exitCode, stdout } = await machine.run(['capabilities', 'codex'])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/\nsession\.resume +supported +0\.166\.0: by\s/)
    expect(stdout).toMatch(/ unknown, \d+ not applicable\..* 0\.1\.0 is installed\.\n$/s)
  })
})

describe('capabilities of an agent', () => {
  it('shows known capabilities with evidence, and unknown ones with --all', async () => {
    const { exitCode, stdout } = await machine.run(['capabilities', 'claude'])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^session\.fork +supported\n {4}by @agentclientprotocol\/claude-agent-acp \S+$/m)
    expect(stdout).toMatch(/^session\.persistence +supported +file · run$/m)
    expect(stdout).toMatch(
      /^thinking\.budget +supported +[^.]*MAX_THINKING_TOKENS,\s+for\s+4\.5\s+models\s+only/m,
    )
    expect(stdout).toMatch(/^session\.load +supported\n {4}acp only · by /m)
    expect(stdout).toMatch(/^prompt\.audio +unsupported +help: not in the ACP handshake$/m)
    expect(stdout).not.toMatch(/^prompt\.pdf/m)
    expect((await machine.run(['capabilities', 'claude', '--all'])).stdout).toMatch(
      /^prompt\.pdf +unknown +no run sent a PDF$/m,
    )
    expect(stdout).not.toMatch(/^model\./m)
    expect(stdout.indexOf('\n\nsession.load')).toBeLessThan(stdout.indexOf('\n\nprompt.text'))
    expect(stdout).not.toContain('\u001b')
  })

  it('colors supported and unsupported capabilities', async () => {
    const { stdout } = await machine.run(['capabilities', 'claude', '--all'], { FORCE_COLOR: '1' })
    expect(stdout).toContain('\u001b[32msupported\u001b[39m')
    expect(stdout).toContain('\u001b[31munsupported\u001b[39m')
    expect(stdout).toContain('\u001b[33munknown\u001b[39m')
  })

  it('prefers the model to the agent', async () => {
    const words = ['capabilities', 'claude', '--model', 'opus', '--json']
    const { subject, facts } = JSON.parse((await machine.run(words)).stdout) as {
      subject: unknown
      facts: { id: string }[]
    }
    expect(subject).toEqual({ kind: 'agent', id: 'claude', model: 'claude-opus-5-5', protocolVersion: 2 })
    expect(facts.find(({ id }) => id === 'model.context-window')).toMatchObject({
      support: 'supported',
      value: 1_000_000,
      means: expect.any(String),
      evidence: [{ source: 'model', model: 'claude-opus-5-5' }],
    })
  })

  it('rejects an unknown model', async () => {
    const { exitCode, stdout, stderr } = await machine.run(['capabilities', 'claude', '--model', 'opsu'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(
      /^error VALIDATION_ERROR: opsu is not a known model of claude — Did you mean claude-opus-5-5, /,
    )
  })

  it('writes a declaration and reports the losses like convert', async () => {
    const { exitCode, stdout, stderr } = await machine.run(['capabilities', '--as', 'relay', 'codex'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ lifecycle: { release: false } })
    expect(stderr).toMatch(/^Not converted to relay:\n/)
    expect(stderr).toContain('Assumed, because relay cannot say unknown:\n')
  })

  it.each(['ag-ui', 'a2e', 'relay', 'mux', 'acp', 'profile'])('writes %s', async (ecosystem) => {
    const { exitCode, stdout } = await machine.run(['capabilities', 'pi', '--as', ecosystem, '--json'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toBeTypeOf('object')
  })

  it('explains a capability, and suggests the nearest id', async () => {
    const words = ['capabilities', 'claude', '--explain', 'session.fork', '--explain', 'sesion.fork']
    const { exitCode, stdout, stderr } = await machine.run(words)
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(
      /^session\.fork: supported — forks a session\n {2}decides: supported, observed \(contract: fork, by \S+ \S+, over ACP, version \S+, \S+\): strongest evidence\n {2}agrees: supported, observed \(catalog, run, over ACP, version \S+, \S+\): older evidence\n {2}not applicable: supported, observed \(catalog, run: --resume --fork-session, on the command line, version \S+, \S+\): applies on the command line only\nsesion\.fork: unknown\n {2}no evidence yet\n$/,
    )
    expect(stderr).toBe('sesion.fork is not a known capability. Did you mean session.fork?\n')
  })

  it.each([
    ['clade', 'Did you mean claude?'],
    ['chekc', 'Did you mean the command check?'],
    [
      'emacs',
      'Use one of claude, codex, gemini, copilot, cursor, opencode, pi, omp, openclaw, hermes, goose, kimi, qwen, droid, kilo, sim.',
    ],
  ])('rejects %s', async (name, hint) => {
    expect(await machine.run(['capabilities', name])).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: `error UNKNOWN_AGENT: There is no agent called ${name} — ${hint}\n`,
    })
  })

  it.each([
    ['claude-code', 'claude'],
    ['oh-my-pi', 'omp'],
    ['@google/gemini-cli', 'gemini'],
  ])('knows %s as %s', async (name, id) => {
    const { exitCode, stdout } = await machine.run(['capabilities', name, '--json'])
    expect(exitCode).toBe(0)
    expect(stdout).toContain(`"${id}"`)
    const compared = await machine.run(['compare', name, id, 'sim', '--json'])
    expect(JSON.parse(compared.stdout)).toMatchObject({ agents: [id, 'sim'] })
    const plan = await machine.run(['run', name, 'hi', '--permissions', 'allow', '--dry-run', '--json'])
    expect(JSON.parse(plan.stdout)).toMatchObject({ agent: id })
  })

  it('lists the candidates of an ambiguous name', async () => {
    expect(await machine.run(['capabilities', 'pi-coding-agent'])).toMatchObject({
      stdout: '',
      stderr: 'error AMBIGUOUS_AGENT: pi-coding-agent can be pi or omp — Use pi or omp.\n',
    })
  })

  it('shows both uses in its help', async () => {
    const { stdout } = await machine.run(['capabilities', '--help'])
    expect(stdout).toContain(
      '  capstan capabilities <agent> [--model <model>] [--transport <transport>]\n' +
        '      [--live] [--all] [--as <ecosystem>] [--explain <id>]… [--history]\n' +
        '  capstan capabilities <command> [options]\n',
    )
    expect(stdout).toContain('  --explain <id> ')
    expect(stdout).toContain('  convert  convert a declaration')
    expect((await machine.run(['capabilities', 'claude', '--help'])).stdout).toContain(
      'Usage\n  capstan capabilities <agent>',
    )
  })
})

describe('another name of an agent', () => {
  it.each([
    [['capabilities', 'claude-code']],
    [['compare', 'claude-code', 'codex']],
    [['models', 'claude-code']],
    [['models', 'validate', 'Claude Code', 'opus']],
    [['cost', 'claude-code', 'opus', '--input', '10']],
    [['install', 'claude-code', '--dry-run']],
    [['update', 'claude-code', '--dry-run']],
    [['run', 'claude-code', 'hi', '--dry-run']],
  ])('%j', async (words) => {
    const own = words.map((word) => word.replace(/claude.code/i, 'claude'))
    const [named, known] = [await machine.run(words), await machine.run(own)]
    expect(named).toEqual(known)
    expect(named.exitCode).toBe(0)
  })
})

describe('the simulated agent', () => {
  it('is marked wherever it is shown', async () => {
    const [capabilities, compared, doctor] = await Promise.all([
      machine.run(['capabilities', 'sim']),
      machine.run(['compare', 'claude', 'sim']),
      machine.run(['doctor', 'sim']),
    ])
    expect(capabilities.stdout).toMatch(
      / unknown, \d+ not applicable\.[^]*\d+\.\d+\.\d+ is\s+installed\.\s+Simulated\s+agent,\s+no\s+model\.\n$/,
    )
    expect(compared.stdout).toMatch(
      /are\s+the\s+same\s+\(--all\s+shows\s+them\)\.\nsim: simulated, no model\.\n$/,
    )
    expect(doctor.stdout).toMatch(
      /\nSim \(simulated\)\n {2}ok version \d+\.\d+\.\d+ at .+\n {2}ok needs no login\n/,
    )
  })

  it('is part of Capstan and cannot be installed or removed', async () => {
    expect(await machine.run(['install', 'sim'])).toEqual({
      exitCode: 0,
      stdout: 'sim is part of Capstan; nothing to install\n',
      stderr: '',
    })
    expect(await machine.run(['uninstall', 'sim'])).toMatchObject({
      stdout: '',
      stderr: 'error COMES_WITH_CAPSTAN: sim is part of Capstan and cannot be uninstalled alone\n',
    })
    expect(await machine.run(['update', 'sim'])).toEqual({
      exitCode: 0,
      stdout: 'sim is part of Capstan and is updated with it\n',
      stderr: '',
    })
  })
})

describe('compare', () => {
  it('shows the differences of agents, and everything with --all', async () => {
    const { exitCode, stdout } = await machine.run(['compare', 'claude', 'pi'])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^ +claude +pi\n/)
    expect(stdout).toMatch(/^session\.close +supported +unsupported$/m)
    expect(stdout).not.toContain('session.resume')
    expect(stdout).toMatch(
      /\d+ differ, \d+ may differ \(unknown\), \d+ are\s+the\s+same\s+\(--all\s+shows\s+them\)\.\n$/,
    )
    expect(stdout).not.toMatch(/^\w+\.\S+ .*unknown/m)
    expect((await machine.run(['compare', 'claude', 'pi', '--all'])).stdout).toMatch(
      /^session\.resume +supported +supported$/m,
    )
  })

  it('prints JSON with --json', async () => {
    const { agents, rows } = JSON.parse(
      (await machine.run(['compare', 'claude', 'pi', '--json'])).stdout,
    ) as {
      agents: string[]
      rows: { id: string }[]
    }
    expect(agents).toEqual(['claude', 'pi'])
    expect(rows.find(({ id }) => id === 'mcp.stdio')).toMatchObject({
      id: 'mcp.stdio',
      differs: true,
      agents: { claude: { support: 'supported' }, pi: { support: 'unsupported' } },
    })
  })

  it('needs two known agents', async () => {
    expect(await machine.run(['compare', 'claude', 'claude'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error USAGE_ERROR: Too few agents to compare — Name two or more agents.\n',
    })
    expect((await machine.run(['compare', 'claude', 'codx'])).exitCode).toBe(3)
  })
})
