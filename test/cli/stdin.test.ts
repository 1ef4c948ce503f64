import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../support/package.ts'
import { capstan } from '../support/program.ts'

const program = join(projectRoot, 'dist/cli/main.js')
const words = ['run', 'codex', 'review this', '--transport', 'cli', '--dry-run', '--json']
const withContext = 'review this\n\n<stdin>\n+ a line\n</stdin>'
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-stdin-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Outcome {
  prompt: unknown
  stderr: string
}

/** Starts the program with this stdin; a pipe is left open. */
async function start(stdin: 'pipe' | number): Promise<Outcome> {
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env['PATH'], CAPSTAN_HOME: folder },
    stdio: [stdin, 'pipe', 'pipe'],
  })
  const [stdout, stderr] = (await Promise.all([
    child.stdout?.toArray(),
    child.stderr?.toArray(),
  ])) as Buffer[][]
  return {
    prompt: promptOf(Buffer.concat(stdout ?? []).toString()),
    stderr: Buffer.concat(stderr ?? []).toString(),
  }
}

/** Starts the program by a shell, which knows every kind of stdin. */
async function startByShell(line: string): Promise<Outcome> {
  const command = `"${process.execPath}" "${program}" ${words.map((word) => `'${word}'`).join(' ')}`
  const child = spawn('sh', ['-c', line.replace('CAPSTAN', command)], {
    env: { PATH: process.env['PATH'], CAPSTAN_HOME: folder, TERM: 'dumb' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = (await Promise.all([child.stdout.toArray(), child.stderr.toArray()])) as Buffer[][]
  return {
    prompt: promptOf(Buffer.concat(stdout ?? []).toString()),
    stderr: Buffer.concat(stderr ?? []).toString(),
  }
}

function promptOf(stdout: string): unknown {
  return (JSON.parse(stdout) as { stdin?: unknown }).stdin
}

describe('stdin beside a prompt', () => {
  it('appends a file', async () => {
    const file = join(folder, 'change.diff')
    writeFileSync(file, '+ a line\n')
    const opened = openSync(file, 'r')
    const outcome = await start(opened)
    closeSync(opened)
    expect(outcome).toEqual({ prompt: withContext, stderr: '' })
  })

  it('appends the data of a pipe, also if it arrives late', async () => {
    expect(await startByShell("printf '+ a line\\n' | CAPSTAN")).toEqual({ prompt: withContext, stderr: '' })
    expect(await startByShell("{ sleep 1; printf '+ a'; sleep 3; echo ' line'; } | CAPSTAN")).toEqual({
      prompt: withContext,
      stderr: '',
    })
  })

  it.each([
    ['/dev/null', 'CAPSTAN </dev/null'],
    ['a closed stdin', 'CAPSTAN <&-'],
    ['an empty pipe', 'true | CAPSTAN'],
    ['a pipe with blank lines', 'echo | CAPSTAN'],
  ])('sends the prompt alone with %s', async (_, line) => {
    expect(await startByShell(line)).toEqual({ prompt: 'review this', stderr: '' })
  })

  it('continues with a warning when an open pipe sends nothing', async () => {
    const warning = 'stdin is an open pipe that sent nothing for 3 seconds; sending the prompt without it'
    expect(await start('pipe')).toEqual({
      prompt: 'review this',
      stderr: `${JSON.stringify({ warning })}\n`,
    })
  })

  it.runIf(process.platform === 'linux')('sends the prompt alone on a terminal', async () => {
    const command = [process.execPath, program, ...words.map((word) => `"${word}"`)].join(' ')
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      env: { PATH: process.env['PATH'], CAPSTAN_HOME: folder, TERM: 'dumb', SHELL: '/bin/sh' },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const stdout = Buffer.concat((await child.stdout.toArray()) as Buffer[]).toString()
    child.stdin.end()
    expect(promptOf(stdout)).toBe('review this')
  })

  it('leaves stdin to an option that reads it', async () => {
    const { stdout, exitCode } = await capstan([...words, '--schema', '-'], {
      input: '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}',
    })
    expect({ exitCode, prompt: promptOf(stdout) }).toEqual({ exitCode: 0, prompt: 'review this' })
  })

  it('keeps 1 MB of input unchanged', async () => {
    const input = '+ a line of a diff\n'.repeat(55_000)
    const { stdout } = await capstan(words, { input })
    expect(promptOf(stdout)).toBe(`review this\n\n<stdin>\n${input}</stdin>`)
  })
})
