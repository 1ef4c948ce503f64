import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createMachine } from '../support/machine.ts'

const machine = createMachine()
afterAll(() => machine.remove())

function file(name: string, content: unknown): string {
  const path = join(machine.home, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const mine = file('mine.json', {
  id: 'mine',
  acp: { binary: 'mine-agent', arguments: ['--acp'] },
  facts: { 'thinking.supported': { support: 'unsupported', basis: 'docs' } },
})
machine.addProgram('mine-agent', `console.log('1.2.3')`)

describe('agents of the user', () => {
  it('are listed with the others', async () => {
    const { exitCode, stdout } = await machine.run(['agents', '--agents', mine, '--json'])
    expect(exitCode).toBe(0)
    const rows = JSON.parse(stdout) as { agent: string }[]
    expect(rows.map(({ agent }) => agent)).toContain('claude')
    expect(rows.at(-1)).toEqual({
      agent: 'mine',
      installed: true,
      path: join(machine.bin, 'mine-agent'),
      version: '1.2.3',
      versionFrom: 'program',
      name: 'mine',
      acp: 'native',
      loggedIn: 'unknown',
    })
  })

  it('are known to every command, also by a variable', async () => {
    for (const words of [
      ['capabilities', 'mine'],
      ['compare', 'mine', 'claude'],
      ['doctor', 'mine'],
    ]) {
      const { exitCode, stdout } = await machine.run([...words, '--json'], { CAPSTAN_AGENTS: mine })
      // doctor finds that this machine has no node.
      expect({ words, exitCode }).toEqual({ words, exitCode: words[0] === 'doctor' ? 1 : 0 })
      expect(stdout).toContain('mine')
    }
    expect((await machine.run(['capabilities', 'mine'])).exitCode).toBe(3)
  })

  it('find a program relative to their file, as --acp does in the working folder', async () => {
    const folder = join(machine.home, 'tools')
    mkdirSync(folder)
    const program = join(folder, 'agent.sh')
    writeFileSync(program, '#!/bin/sh\nexit 0\n')
    chmodSync(program, 0o755)
    const agents = file('tools/agents.json', { id: 'beside', acp: { binary: './agent.sh' } })
    const planned = async (...words: string[]): Promise<string> => {
      const { stdout } = await machine.run(['run', ...words, 'hi', '--dry-run', '--json'])
      return (JSON.parse(stdout) as { command: string }).command
    }
    expect(await planned('beside', '--agents', agents)).toBe(program)
    expect(await planned('--acp', './tools/agent.sh')).toBe(program)
    const { stderr } = await machine.run(['run', 'beside', 'hi'], { CAPSTAN_AGENTS: agents })
    expect(stderr).toContain('error NOT_ACP: beside does not speak ACP')
    chmodSync(program, 0o644)
    for (const words of [
      ['beside', '--agents', agents],
      ['--acp', './tools/agent.sh'],
    ]) {
      const refused = await machine.run(['run', ...words, 'hi'])
      expect(refused.stderr).toContain(
        `error PERMISSION_DENIED: ${program} cannot be executed — Run chmod +x ${program}.`,
      )
    }
  })

  const withModels = file('models.json', {
    id: 'modelled',
    acp: { binary: 'mine-agent' },
    modelList: [{ id: 'big-1', aliases: ['big'], isDefault: true, contextWindow: 1000 }, { id: 'small-1' }],
  })

  it('have their own models', async () => {
    const list = await machine.run(['models', 'modelled', '--agents', withModels])
    expect(list).toMatchObject({ exitCode: 0, stderr: '' })
    expect(list.stdout).toMatch(/\n\* +big-1 +big +1k? /)
    expect(list.stdout).toMatch(/\n +small-1 +unknown /)
    const validate = (name: string): ReturnType<typeof machine.run> =>
      machine.run(['models', 'validate', 'modelled', name], { CAPSTAN_AGENTS: withModels })
    expect(await validate('big')).toMatchObject({ exitCode: 0, stdout: 'alias: big resolves to big-1\n' })
    expect(await validate('bgi-1')).toMatchObject({
      exitCode: 2,
      stdout: 'unknown: bgi-1 is not a known model of modelled; did you mean big-1?\n',
    })
    const cost = ['cost', 'modelled', 'big', '--input', '10', '--json']
    const { stdout } = await machine.run(cost, { CAPSTAN_AGENTS: withModels })
    expect(JSON.parse(stdout)).toMatchObject({ agent: 'modelled', model: 'big-1', status: 'unknown' })
    const run = ['run', 'modelled', 'hi', '--dry-run', '--agents', withModels, '--model']
    expect(await machine.run([...run, 'big'])).toMatchObject({ exitCode: 0 })
    expect(await machine.run([...run, 'bgi-1'])).toMatchObject({
      exitCode: 2,
      stderr: 'error VALIDATION_ERROR: bgi-1 is not a known model of modelled — Did you mean big-1?\n',
    })
  })

  it('accept any model with a warning if they list none', async () => {
    const words = ['run', 'mine', 'hi', '--model', 'anything', '--dry-run', '--json', '--agents', mine]
    const { exitCode, stdout } = await machine.run(words)
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      sessionOptions: [{ category: 'model', value: 'anything' }],
      warnings: expect.arrayContaining(['The models of mine are not known, so anything cannot be checked']),
    })
    expect(await machine.run(['models', 'mine', '--agents', mine])).toMatchObject({ exitCode: 0 })
  })

  it('are planned over ACP', async () => {
    const words = ['run', 'mine', 'hi', '--dry-run', '--json', '--agents', mine]
    const { exitCode, stdout } = await machine.run(words)
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      agent: 'mine',
      transport: 'acp',
      command: 'mine-agent',
      arguments: ['--acp'],
    })
  })

  it('reject thinking with 6 if they do not support it', async () => {
    const words = ['run', 'mine', 'x', '--effort', 'high', '--dry-run', '--agents', mine]
    const { exitCode, stdout, stderr } = await machine.run(words)
    expect({ exitCode, stdout }).toEqual({ exitCode: 6, stdout: '' })
    expect(stderr).toMatch(
      /^error CAPABILITY_ERROR: Agent 'mine' does not support thinking\/reasoning mode — /,
    )
  })

  it('are installed as their definition says', async () => {
    const packaged = file('packaged.json', [
      { id: 'packaged', package: { name: '@me/agent', version: '1.0.0', binary: 'my' } },
    ])
    const install = (path: string, agent: string): ReturnType<typeof machine.run> =>
      machine.run(['install', agent, '--dry-run', '--agents', path])
    const { exitCode, stdout } = await install(packaged, 'packaged')
    expect(exitCode).toBe(0)
    const prefix = join(machine.capstanHome, 'agents/packaged')
    expect(stdout).toContain(`npm install --prefix ${prefix} --no-audit --no-fund @me/agent@1.0.0\n`)
    expect(await install(mine, 'mine')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(
        'Install the agent yourself: its definition has no installation method.',
      ) as unknown,
    })
  })

  it.each([
    [
      'wrong.json',
      { id: 'Mine' },
      'error VALIDATION_ERROR: {file}: Invalid agent definition: id must be lowercase letters, digits and hyphens — Give each agent an id and a start command; see docs/configuration.md.\n',
    ],
    [
      'taken.json',
      { id: 'claude' },
      'error AGENT_EXISTS: An agent called claude already exists — Choose another id.\n',
    ],
  ])('in %s are rejected with 2', async (name, content, message) => {
    const path = file(name, content)
    expect(await machine.run(['agents', '--agents', path])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: message.replace('{file}', path),
    })
  })
})
