import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CapstanError } from '../src/core/capstan-error.ts'
import { measure, type Table } from './measure.ts'

const reportCpu = fileURLToPath(import.meta.resolve('./start-cases/report-cpu.cjs'))
const empty = fileURLToPath(import.meta.resolve('./start-cases/empty.mjs'))
const importCapstan = fileURLToPath(import.meta.resolve('./start-cases/import-capstan.mjs'))
const command = join(import.meta.dirname, '../dist/cli/main.js')
const door = join(import.meta.dirname, '../dist/index.js')

/** What starting costs, in the CPU time that each new process counts for itself. */
export async function benchStart(rounds: number): Promise<Table[]> {
  if (!existsSync(command) || !existsSync(door)) {
    throw new CapstanError('BENCH_NOT_BUILT', 'There is no built package in dist/', {
      hint: 'Run `npm run build` first.',
    })
  }
  const rows = await measure(
    [
      { name: 'empty script', sample: () => start([empty]) },
      { name: 'capstan --version', sample: () => start([command, '--version']), budget: { ratio: 1.4 } },
      { name: 'capstan --help', sample: () => start([command, '--help']), budget: { ratio: 1.4 } },
      { name: "import 'capstan'", sample: () => start([importCapstan]), budget: { ratio: 1.5 } },
    ],
    rounds,
  )
  return [{ title: 'Start', unit: 'CPU ms', rows }]
}

function start(args: string[]): number {
  const { NODE_OPTIONS: _options, NODE_COMPILE_CACHE: _cache, ...env } = process.env
  const child = spawnSync(process.execPath, ['--require', reportCpu, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  const microseconds = Number(child.output?.[3] || Number.NaN)
  if (child.status !== 0 || Number.isNaN(microseconds)) {
    throw new CapstanError('BENCH_CHILD_FAILED', `node ${args.join(' ')} ended with ${child.status}`, {
      hint: child.stderr.trim() || 'It wrote nothing to its error stream.',
    })
  }
  return microseconds / 1000
}
