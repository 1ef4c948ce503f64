import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from './support/package.ts'

/** Every program of a page, with its heading and its expected output. */
function examplesOf(page: string): { title: string; source: string; output: string }[] {
  const text = readFileSync(join(projectRoot, page), 'utf8')
  return text.split(/^## /m).flatMap((section) => {
    const [title = ''] = section.split('\n')
    const blocks = section.matchAll(/^```ts\n(.*?)^```\n\n```text\n(.*?)^```$/gms)
    return Array.from(blocks, ([, source = '', output = '']) => ({ title, source, output }))
  })
}

const pages = [
  'docs/profiles.md',
  'docs/run.md',
  'docs/pick.md',
  'docs/testing.md',
  'docs/model-provider.md',
  'docs/ai-sdk.md',
  'docs/sessions.md',
  'docs/a2e.md',
  'docs/a2e-plugins.md',
  'docs/gateway.md',
]
const examples = pages.flatMap(examplesOf)

it('finds the programs of all pages', () => {
  expect(examples.map(({ title }) => title)).toEqual([
    'In code',
    'Parties',
    'A run',
    'Permissions',
    'Structured output',
    'Many turns',
    'In code',
    'An agent without a model',
    'An agent that misbehaves',
    'Recordings',
    'Contract checks',
    'Scripts',
    'Requests',
    'Pointing an agent at it',
    'One call',
    'A session',
    'Writing to a session',
    'An agent as a session',
    'Actions',
    'A host and a client',
    'A plugin of your own',
    'Tools',
    'Environments',
    'Chains',
    'MCP servers',
    'A server',
  ])
})

/** A new data folder, so that a remembered handshake of one example does not change the next. */
function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'capstan-example-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}

it.each(examples)('prints the shown output: $title', ({ source, output }) => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '--eval', source],
    { cwd: projectRoot, encoding: 'utf8', env: { ...process.env, CAPSTAN_HOME: newHome() } },
  )
  expect({ stdout, stderr, status }).toEqual({ stdout: output, stderr: '', status: 0 })
})

it('shows programs that compile under strict', () => {
  const folder = newHome()
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(projectRoot, join(folder, 'node_modules/capstan'))
  for (const name of ['@types', 'ai', 'zod'])
    symlinkSync(join(projectRoot, 'node_modules', name), join(folder, 'node_modules', name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [index, { source }] of examples.entries())
    writeFileSync(join(folder, `example-${index}.ts`), source)
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '--project', folder], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
})

it('streams an agent through the AI SDK', () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['examples/ai-sdk.ts', 'sim', 'read LICENSE and say done'],
    { cwd: projectRoot, encoding: 'utf8' },
  )
  expect(stdout).toContain('[read {"path":"LICENSE"}]\n')
  expect(stdout).toMatch(/MIT License\ndone\nstop, \d+ tokens\n$/)
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
})

it.each([
  [
    'acp-run.ts',
    '[allowed: Write note.txt]\nWrote 9 bytes to note.txt. note.txt has 1 line and begins: It works\n\nend-turn, 73 tokens\n',
  ],
  ['command-line-run.ts', 'You said: Hello\nend-turn\n'],
])('%s runs an agent and leaves no files', (example, output) => {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-example-test-'))
  try {
    const { stdout, stderr, status } = spawnSync(process.execPath, [join('examples', example)], {
      cwd: projectRoot,
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: folder, CAPSTAN_SIM_HOME: join(folder, 'sessions') },
    })
    expect({ stdout, stderr, status }).toEqual({ stdout: output, stderr: '', status: 0 })
    expect(readdirSync(folder).filter((name) => name !== 'sessions')).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
