import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { agentCatalog } from '../src/agents/catalog.ts'

/** All agents, installed as npm or an installer does: a program on the PATH, for most agents linked to a package. */
export function installAll(folder: string): void {
  for (const { binaries, package: own } of Object.values(agentCatalog)) {
    const program = join(folder, 'lib/node_modules', own?.name ?? binaries[0], 'program.js')
    mkdirSync(dirname(program), { recursive: true })
    writeFileSync(program, `#!${process.execPath}\nconsole.log('1.0.0')\n`, { mode: 0o755 })
    if (own !== undefined) {
      writeFileSync(
        join(dirname(program), 'package.json'),
        JSON.stringify({ name: own.name, version: own.version }),
      )
    }
    symlinkSync(program, join(folder, 'bin', binaries[0]))
  }
}
