import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { vi } from 'vitest'
import { shellArgument } from '../../src/cli/output/shell-argument.ts'
import { projectRoot } from './package.ts'

export interface TerminalOptions {
  env: Record<string, string>
  cwd: string
  /** The width of the terminal in columns. */
  columns?: number
}

/** The program in a real terminal, which is both what it reads and what it writes to. */
export interface Terminal {
  /** What the terminal has shown so far. */
  shown(): string
  /** Waits until the terminal shows a text, then types. */
  type(after: string, keys: string): Promise<void>
  readonly ended: Promise<number | null>
}

/** Runs the built program in a terminal that `script` opens. */
export function openTerminal(
  words: readonly string[],
  { env, cwd, columns = 80 }: TerminalOptions,
): Terminal {
  const program = [process.execPath, join(projectRoot, 'dist/cli/main.js'), ...words]
    .map(shellArgument)
    .join(' ')
  const line = `stty cols ${columns} && ${program}`
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    env: { PATH: process.env['PATH'], SHELL: '/bin/sh', TERM: 'xterm', ...env },
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let shown = ''
  child.stdout.on('data', (chunk: Buffer) => void (shown += chunk.toString('utf8')))
  return {
    shown: () => shown,
    type: async (after, keys) => {
      await vi.waitUntil(() => shown.includes(after), { timeout: 10_000 })
      child.stdin.write(keys)
    },
    ended: new Promise((resolve) => child.on('close', (code) => resolve(code))),
  }
}
