import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InstalledExample, installExample } from '../support/installed-example.ts'
import { projectRoot } from '../support/package.ts'

const programs = [
  'a2e-host',
  'ai-sdk-fallback',
  'ci-review',
  'custom-agent',
  'sessions-channel',
  'two-agents',
] as const
type Program = (typeof programs)[number]

/** Examples that other suites run: pages in a browser, and several machines. */
const elsewhere = ['ag-ui-page', 'browser-conversion', 'copilotkit', 'fleet']

const installed = new Map<Program, InstalledExample>()
beforeAll(() => {
  for (const name of programs) installed.set(name, installExample(name))
})
afterAll(() => {
  for (const each of installed.values()) each.remove()
})

function example(name: Program): InstalledExample {
  const found = installed.get(name)
  if (found === undefined) throw new Error(`${name} was not installed`)
  return found
}

it('has a test and a README for every example', () => {
  const folders = readdirSync(join(projectRoot, 'examples'))
  expect(folders.filter((name) => ![...programs, ...elsewhere].includes(name))).toEqual([])
  const described = folders.filter((name) => existsSync(join(projectRoot, 'examples', name, 'README.md')))
  expect(described).toEqual(folders)
})

it.each(programs)('%s compiles under strict', (name) => {
  expect(example(name).typeErrors()).toBe('')
})

it('installs the package without a warning', () => {
  const { installation } = example('custom-agent')
  // Settings of this machine's npm are not about the package.
  const warnings = installation.split('\n').filter((line) => /npm warn(?! Unknown)/.test(line))
  expect(warnings).toEqual([])
  expect(installation).toContain('added 5 packages')
})

describe('ci-review', () => {
  const diff =
    'diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-let a\n+let b\n'

  it('prints the findings of a diff as annotations', () => {
    expect(example('ci-review').run(['node', 'review.ts'], { input: diff })).toEqual({
      stdout:
        '::warning file=src/a.ts,line=1::Nobody read this%0Afile\n::notice::One finding of the simulated agent\n',
      stderr: 'sim: findings: 1, 0.01 USD\n',
      status: 0,
    })
  })

  it('stops at the budget', () => {
    expect(example('ci-review').run(['node', 'review.ts', 'sim', '0.001'], { input: diff })).toEqual({
      stdout: '',
      stderr:
        'BUDGET_EXCEEDED: The run used $0.01, more than its limit of $0.001. Raise maxCostUsd to allow more.\n',
      status: 3,
    })
  })

  it('refuses an empty diff', () => {
    const { stderr, status } = example('ci-review').run(['node', 'review.ts'])
    expect({ stderr, status }).toEqual({
      stderr: 'No diff on stdin. Try: git diff | node review.ts\n',
      status: 2,
    })
  })
})

it('two-agents asks both in parallel and holds them to its rules', async () => {
  const { serve, folder } = example('two-agents')
  const url = await serve(['node', 'service.ts'], /http:\S+/, { SERVICE_TOKEN: 'secret', PORT: '0' })
  const ask = (token: string): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: 'read package.json and write docs/a.txt hi and write b.txt no and run rm -rf docs',
    })
  expect((await ask('wrong')).status).toBe(401)
  const answer = {
    agent: 'sim',
    answer: [
      'package.json has 19 lines and begins: {\nWrote 3 bytes to docs/a.txt.',
      'Write b.txt: this was refused, and nothing was done.',
      'Run: rm -rf docs: this was refused, and nothing was done.',
    ].join(' '),
    stopReason: 'end-turn',
    cost: { amount: 0, currency: 'USD', source: 'computed' },
  }
  expect(await (await ask('secret')).json()).toEqual([answer, answer])
  expect(readFileSync(join(folder, 'docs/a.txt'), 'utf8')).toBe('hi\n')
  expect(existsSync(join(folder, 'b.txt'))).toBe(false)
})

it('sessions-channel lets two agents talk', () => {
  expect(example('sessions-channel').run(['node', 'channel.ts'])).toEqual({
    stdout: [
      '@me: Propose a name for a boat in one sentence.',
      '@author: I propose Halcyon.',
      '@reviewer: Short, and it sounds of calm water.',
      '@author: Halcyon it is.',
      'The task was delivered, delivered.\n',
    ].join('\n'),
    stderr: '',
    status: 0,
  })
})

it('a2e-host offers a tool and an agent', async () => {
  const { serve, run } = example('a2e-host')
  const token = { CAPSTAN_A2E_TOKEN: 'a-secret-of-the-test' }
  const url = await serve(['node', 'host.ts'], /http:\S+/, { ...token, PORT: '0' })
  const { stdout, stderr, status } = run(['node', 'call.ts'], { env: { ...token, A2E_URL: url } })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  const [words, answer = ''] = stdout.trim().split('\n')
  expect(words).toBe('words: 3')
  expect(JSON.parse(answer.replace('answer: ', ''))).toMatchObject({
    agent: 'sim',
    text: 'package.json has 19 lines and begins: {\n',
    stopReason: 'end-turn',
  })
})

describe('ai-sdk-fallback', () => {
  const said = '[read]\npackage.json has 20 lines and begins: {\ndone\n'

  it('answers as a model of the AI SDK', () => {
    const { stdout, status } = example('ai-sdk-fallback').run(['node', 'answer.ts'])
    expect({ stdout: stdout.replace(/\d+ tokens/, 'N tokens'), status }).toEqual({
      stdout: `${said}answered by sim, N tokens\n`,
      status: 0,
    })
  })

  it('lets another agent take over', () => {
    // hermes is installed nowhere in these tests.
    const { stdout, status } = example('ai-sdk-fallback').run(['node', 'answer.ts', 'hermes,sim'])
    expect({ stdout: stdout.replace(/\d+ tokens/, 'N tokens'), status }).toEqual({
      stdout: `${said}hermes could not answer: not-installed\nanswered by sim, N tokens\n`,
      status: 0,
    })
  })
})

describe('custom-agent', () => {
  it('runs by the command line', () => {
    const { run } = example('custom-agent')
    const { stdout, status } = run(['capstan', 'run', 'greeter', 'good morning', '--agents', 'agents.json'])
    expect({ stdout, status }).toEqual({ stdout: 'Hello! You said: good morning\n', status: 0 })
    const listed = run(['capstan', 'agents', '--agents', 'agents.json', '--json'])
    expect(JSON.parse(listed.stdout)).toContainEqual(
      expect.objectContaining({ agent: 'greeter', installed: true, version: '1.0.0' }),
    )
  })

  it.each([
    ['greeter', 'Hello! You said: hi\nend-turn\n'],
    ['echo', 'You said: hi\nend-turn\n'],
  ])('runs %s from a program', (agent, stdout) => {
    expect(example('custom-agent').run(['node', 'run.ts', agent, 'hi'])).toEqual({
      stdout,
      stderr: '',
      status: 0,
    })
  })
})
