import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The files that a declaration imports: `from './x.ts'`, `import './x.ts'` and `import('./x.ts')`. */
const imported = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g

/** Removes the declarations that no entry point reaches: a disk block for each adds megabytes to an installation. */
export function pruneDeclarations(folder: string, entryPoints: readonly string[]): void {
  const reached = new Set<string>()
  const visit = (file: string): void => {
    if (reached.has(file) || !existsSync(file)) return
    reached.add(file)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(imported)) {
      visit(resolve(dirname(file), path.replace(/\.(?:ts|js)$/, '.d.ts')))
    }
  }
  for (const entryPoint of entryPoints) visit(join(folder, `${entryPoint}.d.ts`))
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name)
    if (name.endsWith('.d.ts') && !reached.has(file)) rmSync(file)
  }
}
