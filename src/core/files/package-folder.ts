/** The folder of this package above a folder; undefined where the code was copied out of the package. */
export function packageFolder(folder: string): string | undefined {
  // An import would load their streams too.
  const { readFileSync } = process.getBuiltinModule('node:fs')
  const path = process.getBuiltinModule('node:path')
  for (let current = folder; ; current = path.dirname(current)) {
    try {
      const { name } = JSON.parse(readFileSync(path.join(current, 'package.json'), 'utf8')) as {
        name?: unknown
      }
      if (name === 'capstan') return current
    } catch {
      // No readable package.json here; look further up.
    }
    if (path.dirname(current) === current) return undefined
  }
}
