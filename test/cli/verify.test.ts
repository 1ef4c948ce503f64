import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/machine.ts'
import { projectRoot } from '../support/package.ts'
import { linkTools, networkTools, processesNaming } from '../support/verify.ts'

const slow = { timeout: 180_000 }
const simProgram = join(projectRoot, 'dist/testing/sim/main.js')

let machine: Machine
beforeEach(() => void (machine = createMachine()))
afterEach(() => machine.remove())

interface Report {
  agents: {
    agent: string
    network: string
    counts: Record<string, number>
    defects: string[]
    checks: { name: string; result: string; saw: string; transcript?: string[] }[]
  }[]
}

const reportOf = (stdout: string): Report['agents'][number] => {
  const [first] = (JSON.parse(stdout) as Report).agents
  if (first === undefined) throw new Error('There is no agent in the report')
  return first
}

/** A command for --acp: the sim with a scenario. */
function acpSim(scenario: object): string {
  machine.addProgram(
    'liar',
    `process.argv.splice(2, 0, '--scenario', ${JSON.stringify(JSON.stringify(scenario))})\nimport(${JSON.stringify(simProgram)})`,
  )
  return join(machine.bin, 'liar')
}

const refusesFork = { answers: { 'session/fork': { error: { code: -32603, message: 'no' } } } }

describe('capstan verify', slow, () => {
  it('reports a result per check and stores the results as evidence', async () => {
    linkTools(machine, 'sh')
    machine.link('node', process.execPath)
    writeFileSync(join(machine.home, 'mine.txt'), 'mine')
    const { exitCode, stdout, stderr } = await machine.run(['verify', 'sim'])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^sim \S+: \d+ verified, /)
    expect(stderr).toMatch(/^ {2}verified +\d+\.\d s {2}text$/m)
    expect(stderr).toMatch(/The agent shares your network, because a separate one cannot be made/)
    expect(readdirSync(machine.home)).toEqual(['mine.txt'])
    expect(readdirSync(join(machine.capstanHome, 'verify'))).toEqual([])
    const explained = await machine.run(['capabilities', 'sim', '--explain', 'session.fork'])
    expect(explained.stdout).toMatch(
      /decides: supported, observed \(capstan verify: fork, over ACP.*, \d{4}-\d\d-\d\dT/,
    )
    const table = await machine.run(['capabilities', 'sim'])
    expect(table.stdout).toMatch(/session\.fork +supported +observed \d{4}-\d\d-\d\d/)
  })

  it('names an advertised capability that does not work as a defect, and exits with 6', async () => {
    const { exitCode, stdout } = await machine.run([
      'verify',
      '--acp',
      acpSim(refusesFork),
      '--check',
      'fork',
      '--json',
    ])
    const { defects, checks, counts } = reportOf(stdout)
    expect({ exitCode, counts }).toEqual({
      exitCode: 6,
      counts: { verified: 0, refuted: 1, 'not-applicable': 0, 'not-tried': 0 },
    })
    expect(defects).toEqual([expect.stringMatching(/^liar \S+ advertises session\.fork, and /)])
    expect(checks[0]?.transcript?.join('\n')).toContain('session/fork')
    const explained = await machine.run([
      'capabilities',
      '--acp',
      join(machine.bin, 'liar'),
      '--explain',
      'session.fork',
    ])
    expect(explained.stdout).toMatch(/^session\.fork: unsupported/)
  })

  it('exits with 1 when an agent could not be tried at all', async () => {
    machine.addProgram('broken', 'process.stderr.write("no such mode\\n"); process.exit(3)')
    const { exitCode, stdout } = await machine.run(['verify', '--acp', join(machine.bin, 'broken'), '--json'])
    const { checks, defects } = reportOf(stdout)
    expect({ exitCode, defects }).toEqual({ exitCode: 1, defects: [] })
    expect(checks.filter(({ result }) => result !== 'not-tried').map(({ name }) => name)).toEqual([
      'handshake',
    ])
    expect(checks.find(({ name }) => name === 'text')?.saw).toContain('no such mode')
  })

  it('reports a crash of its own process as could not try', async () => {
    // Kills the parent: the process that runs the checks.
    machine.addProgram('killer', 'process.kill(process.ppid, "SIGKILL")')
    const { exitCode, stdout } = await machine.run(['verify', '--acp', join(machine.bin, 'killer'), '--json'])
    const { checks, counts } = reportOf(stdout)
    expect({ exitCode, verified: counts['verified'] }).toEqual({ exitCode: 1, verified: 0 })
    expect(checks[0]?.saw).toContain('the process of the checks ended with SIGKILL')
  })

  it.each([
    [['verify', 'sim', '--check', 'frok'], 'Unknown check frok', 'Did you mean fork?', 2],
    [['verify', 'smi'], 'smi', 'Did you mean sim?', 3],
    [['verify'], 'The agent is missing', 'Use capstan verify', 2],
    [['verify', 'sim', '--all'], '--all and the name of an agent cannot be combined', '', 2],
    [['verify', 'claude'], 'claude is not installed', 'capstan install claude', 4],
    [
      ['verify', 'sim', '--report', '/no/such/folder/r.html'],
      'cannot write to the folder',
      'Choose a folder',
      2,
    ],
    [['verify', 'sim', '--home', '/no/such/folder'], 'Cannot read the folder', 'Set --home', 2],
  ])('rejects %j', async (words, message, hint, code) => {
    const { exitCode, stderr } = await machine.run(words)
    expect(exitCode).toBe(code)
    expect(stderr).toContain(message)
    expect(stderr).toContain(hint)
  })
})

describe('the place of an agent', slow, () => {
  it('has none of the user’s variables, a separate home and only loopback', async () => {
    linkTools(machine, ...networkTools)
    const seen = join(machine.home, 'seen.json')
    machine.addProgram(
      'spy',
      `const { networkInterfaces, homedir } = require('node:os')
require('node:fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ env: process.env, home: homedir(), nets: Object.keys(networkInterfaces()) }))
import(${JSON.stringify(simProgram)})`,
    )
    const secret = 'sk-of-the-user-0123456789'
    const { exitCode, stdout } = await machine.run(
      [
        'verify',
        '--acp',
        join(machine.bin, 'spy'),
        '--check',
        'text',
        '--env',
        'MODEL_URL={provider}/v1',
        '--json',
      ],
      { ANTHROPIC_API_KEY: secret, MY_TOKEN: secret },
    )
    const { network } = reportOf(stdout)
    const { env, home, nets } = JSON.parse(readFileSync(seen, 'utf8')) as {
      env: Record<string, string>
      home: string
      nets: string[]
    }
    expect(exitCode).toBe(0)
    expect(JSON.stringify(env)).not.toContain(secret)
    expect(home.startsWith(join(machine.capstanHome, 'verify'))).toBe(true)
    expect(env['MODEL_URL']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
    expect(network === 'own' ? nets : ['lo']).toEqual(['lo'])
  })

  it('gets the files of --home with the address of the provider', async () => {
    const seen = join(machine.home, 'seen.txt')
    const folder = join(machine.home, 'template')
    mkdirSync(join(folder, '.agent'), { recursive: true })
    writeFileSync(join(folder, '.agent/settings.json'), '{"url":"{provider}"}')
    machine.addProgram(
      'reader',
      `const fs = require('node:fs'), os = require('node:os')
fs.writeFileSync(${JSON.stringify(seen)}, fs.readFileSync(os.homedir() + '/.agent/settings.json', 'utf8'))
import(${JSON.stringify(simProgram)})`,
    )
    await machine.run([
      'verify',
      '--acp',
      join(machine.bin, 'reader'),
      '--check',
      'handshake',
      '--home',
      folder,
    ])
    expect(readFileSync(seen, 'utf8')).toMatch(/^\{"url":"http:\/\/127\.0\.0\.1:\d+"\}$/)
  })

  it.each(['own', 'shared'])('leaves no process and no folder after Ctrl-C, network: %s', async (network) => {
    if (network === 'own') linkTools(machine, ...networkTools)
    const hangs = acpSim({ prompts: [[{ step: 'hang' }]], repeat: true })
    const { child, ended } = machine.start(['verify', '--acp', hangs])
    await new Promise<void>((resolve) =>
      child.stderr?.on('data', (chunk: Buffer) => {
        if (chunk.includes('handshake')) resolve()
      }),
    )
    await expect.poll(() => processesNaming(hangs).length).toBeGreaterThan(0)
    child.kill('SIGINT')
    expect((await ended).exitCode).toBe(13)
    expect(processesNaming(hangs)).toEqual([])
    expect(readdirSync(join(machine.capstanHome, 'verify'))).toEqual([])
  })

  it('leaves no process and no folder when the reader of its progress closes the pipe, as head does', async () => {
    const agent = acpSim({})
    const { child, ended } = machine.start(['verify', '--acp', agent])
    await new Promise<void>((resolve) =>
      child.stderr?.on('data', (chunk: Buffer) => {
        if (chunk.includes('handshake')) resolve()
      }),
    )
    child.stderr?.destroy()
    expect((await ended).exitCode).toBe(1)
    expect(processesNaming(agent)).toEqual([])
    expect(readdirSync(join(machine.capstanHome, 'verify'))).toEqual([])
  })
})

describe('capstan verify --stale', slow, () => {
  it('runs only checks without a result for the installed version', async () => {
    await machine.run(['verify', 'sim', '--check', 'text,fork'])
    const first = await machine.run(['verify', '--stale', '--check', 'text,list', '--json'])
    expect(reportOf(first.stdout).checks.map(({ name }) => name)).toEqual(['list'])
    const second = await machine.run(['verify', '--stale', '--check', 'text,list'])
    expect(second).toMatchObject({ exitCode: 0, stdout: 'Nothing to verify.\n' })
    expect(second.stderr).toContain('sim: every check has a result for this version')
  })

  it('runs a check again whose result is of another version, and shows that result as seen there', async () => {
    await machine.run(['verify', 'sim', '--check', 'fork'])
    const folder = join(machine.capstanHome, 'verified/sim')
    const [file = ''] = readdirSync(folder)
    const text = readFileSync(join(folder, file), 'utf8')
    writeFileSync(join(folder, file), text.replaceAll(/"(version|agentVersion)":"[^"]*"/g, '"$1":"0.0.9"'))
    const explained = await machine.run(['capabilities', 'sim', '--explain', 'session.fork'])
    expect(explained.stdout).toMatch(/decides: supported, declared/)
    expect(explained.stdout).toMatch(/not applicable: supported, observed .*seen on 0\.0\.9/)
    const again = await machine.run(['verify', 'sim', '--stale', '--check', 'fork', '--json'])
    expect(reportOf(again.stdout).checks.map(({ name, result }) => [name, result])).toEqual([
      ['fork', 'verified'],
    ])
  })
})
