import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { requireBuild } from './child-cpu.ts'
import { rowsOf, type Table } from './measure.ts'

const root = join(import.meta.dirname, '..')
const source = join(root, 'examples/browser-conversion/src/convert.ts')

/** The weight of a conversion from ACP to AG-UI in a bundle for a browser: the program of `examples/browser-conversion`. */
export async function benchConversion(): Promise<Table> {
  requireBuild()
  const bundle = await rolldown({
    input: 'convert',
    platform: 'browser',
    plugins: [
      {
        name: 'example',
        resolveId(id, importer) {
          if (id === 'convert') return { id: source, moduleSideEffects: true }
          // As installed: the example imports the package, which is this project.
          return importer === source ? this.resolve(id, join(root, 'package.json')) : undefined
        },
        load: (id) => (id === source ? readFileSync(source, 'utf8') : undefined),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  const bytes = output.reduce(
    (sum, file) => sum + (file.type === 'chunk' ? gzipSync(file.code).length : 0),
    0,
  )
  return {
    title: 'Conversion from ACP to AG-UI in a browser bundle, gzip',
    unit: 'KB',
    rows: rowsOf([{ name: 'examples/browser-conversion', samples: [bytes / 1000], budget: { most: 7 } }]),
  }
}
