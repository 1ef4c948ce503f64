import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { installedPackages } from '../test/support/installed-size.ts'
import { conversionBundle } from './docs/conversion-bundle.ts'
import { numbersFile } from './docs/check/numbers.ts'

/** Measures the numbers that the pages quote and writes them to `docs/numbers.json`: `npm run docs:measure`. */
const root = join(import.meta.dirname, '..')
const converter = await conversionBundle()
const numbers = {
  'browser.bundle': kilobytes(converter.length),
  'browser.gzip': kilobytes(gzipSync(converter).length),
  packages: String(installedPackages(root, root).size),
}
writeFileSync(join(root, numbersFile), `${JSON.stringify(numbers, undefined, 2)}\n`)
console.log(numbers)

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}
