import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '../..')
const source = join(root, 'examples/browser-conversion/src/convert.ts')

/** The minified bundle of `examples/browser-conversion` for a browser: a conversion from ACP to AG-UI. */
export async function conversionBundle(): Promise<string> {
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
  return output.map((file) => (file.type === 'chunk' ? file.code : '')).join('')
}
