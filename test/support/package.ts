import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const projectRoot = join(import.meta.dirname, '../..')

interface Manifest {
  version: string
  bin: Record<string, string>
  dependencies: Record<string, string>
  exports: Record<string, string | { types: string; default: string }>
}

export const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as Manifest

/** The entry points of the export map that are modules, and the source file behind each. */
export const entryPoints: ReadonlyMap<string, string> = new Map(
  Object.entries(manifest.exports).flatMap(([entryPoint, target]) =>
    typeof target === 'string'
      ? []
      : [[entryPoint, target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts')]],
  ),
)
