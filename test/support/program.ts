import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { projectRoot } from './package.ts'

export interface ProgramResult {
  exitCode: number | null
  stdout: string
  stderr: string
}

export interface ProgramOptions {
  input?: string | Iterable<Uint8Array>
  /** The whole environment, but for a PATH when it has none. */
  env?: Record<string, string>
  cwd?: string
}

const program = join(projectRoot, 'dist/cli/main.js')

/** Runs the built program as a user would, with `input` on stdin. */
export function capstan(words: readonly string[], options: ProgramOptions = {}): Promise<ProgramResult> {
  return startCapstan(words, options).ended
}

/** The same for a test that does something to it while it runs. */
export function startCapstan(
  words: readonly string[],
  { input = '', env = {}, cwd }: ProgramOptions = {},
): { child: ChildProcess; ended: Promise<ProgramResult> } {
  const child = spawn(process.execPath, [program, ...words], {
    // A program without a home of its own would write to that of the user.
    env: {
      PATH: process.env['PATH'],
      ...(env['HOME'] === undefined ? { CAPSTAN_HOME: process.env['CAPSTAN_HOME'] } : {}),
      ...env,
    },
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  child.stdout.on('data', (chunk: Buffer) => chunks.stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.stderr.push(chunk))
  const text = (name: 'stdout' | 'stderr'): string => Buffer.concat(chunks[name]).toString('utf8')
  const ended = new Promise<ProgramResult>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode) => resolve({ exitCode, stdout: text('stdout'), stderr: text('stderr') }))
  })
  // A program that has read enough closes its stdin; that is its right.
  child.stdin.on('error', () => undefined)
  Readable.from(typeof input === 'string' ? [input] : input).pipe(child.stdin)
  return { child, ended }
}
