import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agentCatalog } from '../src/agents/catalog.ts'
import { childCpu, requireBuild } from './child-cpu.ts'
import { installAll } from './installed-agents.ts'
import { measure, type Table } from './measure.ts'

/** The cost of detecting all agents in this process, with and without cached versions. */
export async function benchDetect(rounds: number): Promise<Table[]> {
  requireBuild()
  const folder = mkdtempSync(join(tmpdir(), 'capstan-bench-'))
  try {
    mkdirSync(join(folder, 'bin'))
    installAll(folder)
    const environment = { PATH: join(folder, 'bin'), HOME: folder, CAPSTAN_HOME: join(folder, 'capstan') }
    const list = (): number => childCpu(['dist/cli/main.js', 'agents', '--json'], environment)
    const rows = await measure(
      [
        { name: 'empty script', sample: () => childCpu(['bench/start-cases/empty.mjs'], environment) },
        {
          name: 'capstan agents, cold',
          sample: () => {
            rmSync(join(folder, 'capstan'), { recursive: true, force: true })
            return list()
          },
          budget: { ratio: 4 },
        },
        { name: 'capstan agents, again', sample: list, budget: { ratio: 2 } },
      ],
      rounds,
    )
    const count = Object.keys(agentCatalog).length
    return [{ title: `Finding ${count} agents`, unit: 'CPU ms', rows }]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
