import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages } from './docs/pages.ts'

for (const [path, page] of Object.entries(pages)) {
  writeFileSync(join(import.meta.dirname, '..', path), page())
  console.log(`wrote ${path}`)
}
