import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CapstanError } from '../src/core/capstan-error.ts'

const root = join(import.meta.dirname, '..')
const reportCpu = join(import.meta.dirname, 'start-cases/report-cpu.cjs')

/** @throws CapstanError `BENCH_NOT_BUILT` */
export function requireBuild(): void {
  if (existsSync(join(root, 'dist/cli/main.js')) && existsSync(join(root, 'dist/index.js'))) return
  throw new CapstanError('BENCH_NOT_BUILT', 'No built package in dist/', {
    hint: 'Run `npm run build` first.',
  })
}

/** The CPU time of a new Node process in milliseconds, as the process reports it. Paths start at the project's root. */
export function childCpu(args: readonly string[], environment: NodeJS.ProcessEnv = process.env): number {
  const { NODE_OPTIONS: _options, NODE_COMPILE_CACHE: _cache, ...env } = environment
  const child = spawnSync(process.execPath, ['--require', reportCpu, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  const microseconds = Number(child.output?.[3] || Number.NaN)
  if (child.status !== 0 || Number.isNaN(microseconds)) {
    throw new CapstanError('BENCH_CHILD_FAILED', `node ${args.join(' ')} ended with ${child.status}`, {
      hint: child.stderr.trim() || 'Run the command by hand: it wrote nothing to stderr.',
    })
  }
  return microseconds / 1000
}
