import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { childCpu, requireBuild } from './child-cpu.ts'
import { measure, rowsOf, type Table } from './measure.ts'
import { withNativeProgram } from './native-program.ts'
import { type InstalledPeer, installPeer, type MissingPeer } from './peers/installed-peer.ts'
import { benchmarksPage } from './peers/page.ts'
import { capstan, peers } from './peers/peers.ts'
import { benchWork } from './peers/work.ts'

const page = join(import.meta.dirname, '../docs/benchmarks.md')

/** The same work with this package and with its peers, installed from the registry. Writes `docs/benchmarks.md`. */
export async function benchPeers(rounds: number): Promise<Table[]> {
  requireBuild()
  const installed: InstalledPeer[] = []
  const missing: MissingPeer[] = []
  for (const peer of [capstan, ...peers]) {
    const found = installPeer(peer)
    if ('why' in found) {
      missing.push(found)
      process.stderr.write(`${found.name}: not possible, ${found.why}.\n`)
    } else installed.push(found)
  }
  return await withNativeProgram('null-agent', async (native) => {
    const { tables: work, losses } = await benchWork(installed, { rounds, native })
    const tables = [...(await startOf(installed, rounds)), ...sizeOf(installed), ...work]
    const load = loadavg()[0] ?? Number.NaN
    writeFileSync(page, benchmarksPage({ installed, missing, tables, losses, rounds, load }))
    return tables
  })
}

async function startOf(installed: readonly InstalledPeer[], rounds: number): Promise<Table[]> {
  const empty = { name: 'empty script', sample: () => childCpu(['bench/start-cases/empty.mjs']) }
  const commands = installed.flatMap(({ name, version, folder, program }) => {
    if (program === undefined) return []
    const file = join(folder, 'node_modules', program)
    return [{ name: `${name} ${version}`, sample: () => childCpu([file, '--version']) }]
  })
  const imports = installed.map(({ name, version, folder, imports: specifier }) => {
    const file = join(folder, 'import.mjs')
    writeFileSync(file, `import '${specifier}'\n`)
    return { name: `${name} ${version}`, sample: () => childCpu([file]) }
  })
  return [
    {
      title: 'Start: the command with --version',
      unit: 'CPU ms',
      rows: await measure([empty, ...commands], rounds),
    },
    {
      title: 'Start: import of the client',
      unit: 'CPU ms',
      rows: await measure([empty, ...imports], rounds),
    },
  ]
}

function sizeOf(installed: readonly InstalledPeer[]): Table[] {
  const rows = rowsOf(
    installed.map((peer) => ({
      name: `${peer.name} ${peer.version}, packages: ${peer.packages}`,
      samples: [peer.megabytes * 1024],
    })),
  )
  return [{ title: 'Install size on disk', unit: 'KB', rows }]
}
