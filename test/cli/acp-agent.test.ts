import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createMachine } from '../support/machine.ts'
import { projectRoot } from '../support/package.ts'
import { capstan, type ProgramResult } from '../support/program.ts'

const machine = createMachine()
afterAll(() => machine.remove())
machine.link('node', process.execPath)
const sim = `node ${join(projectRoot, 'dist/testing/sim/main.js')} --protocol 1`
const sessions = { CAPSTAN_SIM_HOME: join(machine.home, 'sessions') }
const lines = (text: string): string[] => text.trimEnd().split('\n')

/** An agent that speaks ACP, can do nothing, and says which variables it was given. */
const bare = `
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const { MINE = 'no', ANTHROPIC_API_KEY = 'no' } = process.env
const answers = {
  initialize: { protocolVersion: 1, agentCapabilities: {} },
  'session/new': { sessionId: 's1' },
  'session/prompt': { stopReason: 'end_turn' },
}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  const content = { type: 'text', text: ANTHROPIC_API_KEY + ' ' + MINE + ' ' + process.argv.slice(2).join('/') }
  if (method === 'session/prompt')
    send({ method: 'session/update', params: { sessionId: 's1', update: { sessionUpdate: 'agent_message_chunk', content } } })
  if (id !== undefined) send({ id, result: answers[method] })
})
`
machine.addProgram('bare-agent', bare)
cpSync(join(machine.bin, 'bare-agent'), join(machine.home, 'Bare Agent.cjs'))

const run = (words: readonly string[], env: Record<string, string> = {}): Promise<ProgramResult> =>
  machine.run(['run', ...words], { ...sessions, ...env })

describe('capstan run --acp', () => {
  it('runs an unknown program with its advertised capabilities, and without a sandbox only with warnings', async () => {
    const note = join(machine.home, 'note.txt')
    writeFileSync(note, 'a note')
    const words = [
      '--acp',
      sim,
      'say hello',
      '--effort',
      'high',
      '--model',
      'sim-large',
      '--attach',
      note,
      '--sandbox=off',
    ]
    const { exitCode, stdout, stderr } = await run([...words, '--add-dir', machine.bin])
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: `I got a resource: file://${note}, of no named type, 6 bytes. hello\n`,
    })
    expect(stderr.match(/warning/g)).toHaveLength(2)
    expect(stderr).toContain(
      'warning The sandbox is off; only the rules of node enforce the policy "allow-reads"',
    )
    expect(stderr).toContain('warning No evidence that node always asks before it acts over ACP')
    expect(stderr).toContain('as sim-large with high effort')
    expect(lines(stderr).at(-1)).toMatch(/ · capstan run --acp 'node .*' --resume sim_\w+ "…"$/)
  })

  it('resumes a saved session', async () => {
    const first = await run(['--acp', sim, 'say one', '--env', 'CAPSTAN_SIM_HOME', '--json'])
    const { sessionId } = JSON.parse(lines(first.stdout).at(-1) ?? '') as { sessionId: string }
    const words = ['--acp', sim, 'say two', '--env', 'CAPSTAN_SIM_HOME', '--resume', sessionId]
    expect(await run(words)).toMatchObject({ exitCode: 0, stdout: 'two\n' })
    const listed = await machine.run(
      ['session', 'saved', '--acp', sim, '--env', 'CAPSTAN_SIM_HOME', '--json'],
      sessions,
    )
    expect(JSON.parse(listed.stdout)).toMatchObject([{ sessionId }])
    const shown = await machine.run(
      ['session', 'saved', '--acp', sim, sessionId, '--env', 'CAPSTAN_SIM_HOME'],
      sessions,
    )
    expect(shown.exitCode).toBe(0)
    expect(shown.stdout).toContain('say one')
    expect(shown.stdout).toContain('two')
  })

  it('checks the options against the capabilities the agent advertises', async () => {
    const { exitCode, stderr } = await run(['--acp', 'bare-agent', 'hi', '--resume', 's0'])
    expect(exitCode).toBe(6)
    expect(stderr).toMatch(/^error CAPABILITY_ERROR: .*sessionCapabilities\.resume/m)
    const unset = await run(['--acp', 'bare-agent', 'hi', '--effort', 'high'])
    expect(unset.exitCode).toBe(0)
    expect(unset.stderr).toContain(
      'does not offer thought_level high in this session; the setting is ignored',
    )
    const refused = await run([
      '--acp',
      'bare-agent',
      'hi',
      '--effort',
      'high',
      '--strict',
      '--permissions',
      'allow',
    ])
    expect(refused.exitCode).toBe(6)
    expect(refused.stderr).toMatch(/^error CAPABILITY_ERROR: .*configOptions\.thought-level/m)
    const warned = await run(['--acp', 'bare-agent', 'hi', '--add-dir', machine.bin])
    expect(warned.exitCode).toBe(0)
    expect(warned.stderr.match(/does not advertise additionalDirectories/g)).toHaveLength(1)
  })

  it('gives the agent the common variables, and others by --env', async () => {
    const env = { ANTHROPIC_API_KEY: 'secret', MINE: 'mine' }
    expect(await run(['--acp', 'bare-agent', 'hi'], env)).toMatchObject({ stdout: 'no no \n' })
    expect(await run(['--acp', 'bare-agent', 'hi', '--env', 'MINE'], env)).toMatchObject({
      stdout: 'no mine \n',
    })
  })

  it('splits the command without a shell, and finds a program by its path', async () => {
    expect(await run(['--acp', `"./Bare Agent.cjs" 'a b' $HOME;x`, 'hi'])).toMatchObject({
      exitCode: 0,
      stdout: 'no no a b/$HOME;x\n',
    })
  })

  it('is separate from a known agent of the same name', async () => {
    machine.addProgram('claude', bare)
    expect(await run(['--acp', 'claude --acp', 'hi'])).toMatchObject({ exitCode: 0, stdout: 'no no --acp\n' })
    const { stdout } = await run(['--acp', 'claude --acp', 'hi', '--dry-run', '--json'])
    const { command, arguments: words, passedOn } = JSON.parse(stdout) as Record<string, string[]>
    expect({ command, words }).toEqual({ command: 'claude', words: ['--acp'] })
    expect(passedOn).not.toContain('ANTHROPIC_API_KEY')
  })

  it.each([
    [['--acp', 'no-such-agent acp', 'hi'], 4, 'AGENT_NOT_INSTALLED: Program no-such-agent not found — '],
    [['--acp', '/no/such-agent', 'hi'], 4, 'AGENT_NOT_INSTALLED: Program /no/such-agent not found — '],
    [['--acp', '', 'hi'], 2, 'VALIDATION_ERROR: The command "" names no program — '],
    [['claude', 'hi', '--acp', 'x'], 2, 'USAGE_ERROR: --acp and the agent claude cannot be combined — '],
    [['hi', '--acp', 'x', '--agents', 'y.json'], 2, 'USAGE_ERROR: --acp and --agents cannot be combined'],
    [
      ['hi', '--acp', 'bare-agent', '--transport', 'cli'],
      1,
      'TRANSPORT_UNAVAILABLE: Capstan cannot read the output of bare-agent on its command line — ',
    ],
  ])('%j ends with %i', async (words, code, message) => {
    const { exitCode, stdout, stderr } = await run(words)
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: '' })
    expect(lines(stderr).at(-1)).toContain(`error ${message}`)
  })
})

describe('asking an unknown agent', () => {
  it('shows the advertised capabilities, and saves nothing', async () => {
    const { exitCode, stdout } = await machine.run(['probe', '--acp', sim, '--json'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject([{ agent: 'node', name: 'capstan-sim', protocolVersion: 1 }])
    const other = await machine.run(['probe', '--acp', 'bare-agent', '--json'])
    expect(JSON.parse(other.stdout)).toMatchObject([
      { agent: 'bare-agent', capabilities: { loadSession: false, mcp: { http: false } } },
    ])
    const missing = await machine.run(['probe', '--acp', 'no-such-agent'])
    expect(missing.exitCode).toBe(4)
  })

  it('shows capabilities from its handshake alone', async () => {
    const words = ['capabilities', '--acp', sim, '--explain', 'session.fork', '--explain', 'skills', '--json']
    const { exitCode, stdout } = await machine.run(words)
    expect(exitCode).toBe(0)
    const explained = JSON.parse(stdout) as {
      id: string
      support: string
      evidence: { evidence: { source: string } }[]
    }[]
    expect(
      explained.map(({ id, support, evidence }) => [
        id,
        support,
        evidence.map(({ evidence: { source } }) => source),
      ]),
    ).toEqual([
      ['session.fork', 'supported', ['advertised', 'declared']],
      ['skills', 'unknown', ['declared']],
    ])
  })

  it('is in the help of every command with this option', async () => {
    for (const command of ['run', 'probe', 'session saved', 'capabilities']) {
      const { stdout } = await capstan([...command.split(' '), '--help'])
      expect([command, stdout.includes('--acp <command>')]).toEqual([command, true])
    }
  })
})
