import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { projectRoot } from './package.ts'

export interface ProgramResult {
  exitCode: number | null
  stdout: string
  stderr: string
}

const program = join(projectRoot, 'dist/cli/main.js')

/** Runs the built program as a user would, with `input` on stdin. */
export async function capstan(
  words: readonly string[],
  { input = '', env = {} }: { input?: string | Iterable<Uint8Array>; env?: Record<string, string> } = {},
): Promise<ProgramResult> {
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  child.stdout.on('data', (chunk: Buffer) => chunks.stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.stderr.push(chunk))
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  // A program that has read enough closes its stdin; that is its right.
  child.stdin.on('error', () => undefined)
  Readable.from(typeof input === 'string' ? [input] : input).pipe(child.stdin)
  const exitCode = await closed
  const text = (name: 'stdout' | 'stderr'): string => Buffer.concat(chunks[name]).toString('utf8')
  return { exitCode, stdout: text('stdout'), stderr: text('stderr') }
}
