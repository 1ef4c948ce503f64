import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/machine.ts'

let machine: Machine
beforeEach(() => void (machine = createMachine()))
afterEach(() => machine.remove())

describe('capstan probe', () => {
  it('prints the advertised capabilities as JSON', async () => {
    const { exitCode, stdout } = await machine.run(['probe', 'sim', '--json'])
    const [sim] = JSON.parse(stdout) as Record<string, unknown>[]
    expect({ exitCode, agent: sim?.['agent'], version: sim?.['protocolVersion'] }).toEqual({
      exitCode: 0,
      agent: 'sim',
      version: 2,
    })
    expect(sim?.['capabilities']).toEqual({
      loadSession: true,
      forkSession: true,
      resumeSession: true,
      closeSession: true,
      listSessions: true,
      additionalDirectories: true,
      mcp: { stdio: true, http: false, sse: false },
      prompt: { text: true, image: true, audio: false, embeddedContext: true },
    })
  })

  it('asks all installed agents by default', async () => {
    const { exitCode, stdout } = await machine.run(['probe'])
    expect(exitCode).toBe(0)
    expect(stdout.split('\n').map((line) => line.split(/\s+/)[0])).toEqual(['AGENT', 'sim', '', ''])
  })

  it('names the agent that did not answer, and exits with its code', async () => {
    machine.addProgram('gemini', 'process.stderr.write("no such mode\\n"); process.exit(3)')
    const { exitCode, stdout } = await machine.run(['probe', 'gemini', 'sim'])
    expect(exitCode).toBe(12)
    expect(stdout).toContain('gemini  gemini ended with exit code 3 before it had answered: no such mode')
    expect(stdout).toMatch(/^sim +\S+ +v2/m)
  })

  it('times out on an agent that never answers', async () => {
    machine.addProgram('gemini', 'process.stdin.resume()')
    const { exitCode, stdout } = await machine.run(['probe', 'gemini', '--timeout', '200ms'])
    expect({ exitCode, stdout }).toEqual({
      exitCode: 11,
      stdout: 'gemini  gemini did not answer initialize within 200 ms\n',
    })
  })

  it('rejects an unknown name', async () => {
    const { exitCode, stderr } = await machine.run(['probe', 'gemni'])
    expect(exitCode).toBe(3)
    expect(stderr).toContain('Did you mean gemini?')
  })
})

describe('capstan capabilities --live', () => {
  it('prefers the handshake to the catalog', async () => {
    const words = ['capabilities', 'sim', '--explain', 'session.title', '--json']
    // In this order: the live handshake is remembered.
    const known = await machine.run(words)
    const live = await machine.run([...words, '--live'])
    const supports = [known, live].map(({ stdout }) =>
      (JSON.parse(stdout) as { support: string; evidence: { evidence: { source: string } }[] }[]).map(
        ({ support, evidence }) => [support, ...evidence.map((each) => each.evidence.source)],
      ),
    )
    expect(supports).toEqual([[['unsupported', 'declared']], [['unsupported', 'advertised', 'declared']]])
  })
})

describe('capstan session saved', () => {
  it('lists the sessions of this folder and shows the history of one', async () => {
    const env = { CAPSTAN_SIM_HOME: machine.capstanHome }
    await machine.run(['run', 'sim', 'say good morning'], env)
    const listed = await machine.run(['session', 'saved', 'sim', '--json'], env)
    const sessions = JSON.parse(listed.stdout) as { sessionId: string; cwd: string; title: string }[]
    expect(sessions.map(({ cwd, title }) => ({ cwd, title }))).toEqual([
      { cwd: machine.home, title: 'say good morning' },
    ])
    const shown = await machine.run(['session', 'saved', 'sim', sessions[0]?.sessionId ?? ''], env)
    expect(shown.exitCode).toBe(0)
    expect(shown.stdout).toMatch(/^user\nsay good morning\n\nthinking\n.*\n\nagent\ngood morning\n$/s)
  })

  it('has a hint if there is no session', async () => {
    const env = { CAPSTAN_SIM_HOME: machine.capstanHome }
    const { exitCode, stdout } = await machine.run(['session', 'saved', 'sim'], env)
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: 'sim has no sessions for this folder. Try: capstan session saved sim --all\n',
    })
  })

  it('reports an unknown session', async () => {
    const { exitCode, stderr } = await machine.run(['session', 'saved', 'sim', 'nothing'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('sim refused session/resume')
  })

  it('rejects listing for an agent without a session list', async () => {
    machine.addProgram(
      'gemini',
      `process.stdin.on('data', (line) => {
        const { id } = JSON.parse(line)
        process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: 1, agentCapabilities: {} } }) + '\\n')
      })`,
    )
    const { exitCode, stderr } = await machine.run(['session', 'saved', 'gemini'])
    expect(exitCode).toBe(6)
    expect(stderr).toContain("Agent 'gemini' does not support sessionCapabilities.list over ACP")
  })
})
