import { childCpu, requireBuild } from './child-cpu.ts'
import { measure, type Table } from './measure.ts'

const command = 'dist/cli/main.js'

/** The cost of starting, as the CPU time that each new process reports. */
export async function benchStart(rounds: number): Promise<Table[]> {
  requireBuild()
  const rows = await measure(
    [
      { name: 'empty script', sample: () => childCpu(['bench/start-cases/empty.mjs']) },
      { name: 'capstan --version', sample: () => childCpu([command, '--version']), budget: { ratio: 1.4 } },
      { name: 'capstan --help', sample: () => childCpu([command, '--help']), budget: { ratio: 1.4 } },
      {
        name: "import 'capstan'",
        sample: () => childCpu(['bench/start-cases/import-capstan.mjs']),
        budget: { ratio: 1.5 },
      },
    ],
    rounds,
  )
  return [{ title: 'Start', unit: 'CPU ms', rows }]
}
