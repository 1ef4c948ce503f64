import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { installedPackages } from '../test/support/installed-size.ts'
import { numbersFile } from './docs/check/numbers.ts'

/** Measures the numbers that the pages quote and writes them to `docs/numbers.json`: `npm run docs:measure`. */
const root = join(import.meta.dirname, '..')
const converter = await browserBundle(`
  import { toProfile } from 'capstan/capabilities/acp'
  import { fromProfile } from 'capstan/capabilities/ag-ui'
  globalThis.convert = (declaration) => fromProfile(toProfile(declaration))
`)
const numbers = {
  'browser.bundle': kilobytes(converter.length),
  'browser.gzip': kilobytes(gzipSync(converter).length),
  packages: String(installedPackages(root, root).size),
}
writeFileSync(join(root, numbersFile), `${JSON.stringify(numbers, undefined, 2)}\n`)
console.log(numbers)

/** The minified code of an entry with everything that it imports, for a browser. */
async function browserBundle(source: string): Promise<string> {
  const entry = '\0entry'
  const bundle = await rolldown({
    input: entry,
    cwd: root,
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: (id, importer) => {
          if (id === entry) return id
          return importer === entry
            ? join(
                root,
                'dist',
                `${id.replace('capstan/', '').replace('capabilities/', 'capabilities/ecosystems/')}/index.js`,
              )
            : null
        },
        load: (id) => (id === entry ? source : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  return output[0].code
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}
