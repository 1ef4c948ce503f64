import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unpackInto } from '../test/support/packed-package.ts'
import { childCpu, requireBuild } from './child-cpu.ts'
import { measure, type Row, type Table } from './measure.ts'

const command = 'dist/cli/main.js'

/** The cost of starting, as the CPU time that each new process reports. */
export async function benchStart(rounds: number): Promise<Table[]> {
  requireBuild()
  const folder = mkdtempSync(join(tmpdir(), 'capstan-start-'))
  try {
    unpackInto(folder)
    return [
      {
        title: 'Start',
        unit: 'CPU ms',
        rows: await rowsOf(join(folder, 'node_modules/.bin/capstan'), rounds),
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowsOf(installed: string, rounds: number): Promise<Row[]> {
  return measure(
    [
      { name: 'empty script', sample: () => childCpu(['bench/start-cases/empty.mjs']) },
      { name: 'capstan --version', sample: () => childCpu([command, '--version']), budget: { ratio: 1.4 } },
      // What npx starts: the packed package, by its link in a folder of programs.
      {
        name: 'capstan --version, installed',
        sample: () => childCpu([installed, '--version']),
        budget: { ratio: 1.4 },
      },
      { name: 'capstan --help', sample: () => childCpu([command, '--help']), budget: { ratio: 1.4 } },
      {
        name: "import 'capstan'",
        sample: () => childCpu(['bench/start-cases/import-capstan.mjs']),
        budget: { ratio: 1.5 },
      },
    ],
    rounds,
  )
}
