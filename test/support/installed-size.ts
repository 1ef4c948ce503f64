import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const blockSize = 4096

/** The folders of a package and of everything that npm installs with it; optional peers are not installed. */
export function installedPackages(folder: string, resolveFrom: string): Set<string> {
  const found = new Set<string>()
  const visit = (at: string, from: string): void => {
    if (found.has(at)) return
    found.add(at)
    const { dependencies = {} } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>
    }
    for (const name of Object.keys(dependencies)) {
      const dependency = findPackage(name, from)
      visit(dependency, dependency)
    }
  }
  visit(folder, resolveFrom)
  return found
}

function findPackage(name: string, from: string): string {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  if (dirname(from) === from) throw new Error(`${name} is not installed`)
  return findPackage(name, dirname(from))
}

/** The size of a folder on a disk with blocks of 4 KB, without nested packages. */
export function sizeOnDisk(folder: string): number {
  const files = globSync('**/*', { cwd: folder, exclude: ['node_modules'] })
  const sizes = files.map((file) => Math.ceil(statSync(join(folder, file)).size / blockSize) * blockSize)
  return sizes.reduce((sum, size) => sum + size, 0)
}
