import { dirname, join } from 'node:path'

// An import of node:fs also loads its streams.
const { existsSync, readFileSync, realpathSync } = process.getBuiltinModule('node:fs')

/** An installed package. */
export interface InstalledPackage {
  readonly folder: string
  readonly version: string
}

/**
 * The package of a program, if the package has the expected name.
 * Starts no process: asking ten programs for their versions takes seconds.
 */
export function installedPackage(program: string, packageName: string): InstalledPackage | undefined {
  try {
    const real = realpathSync.native(program)
    return packageAbove(dirname(real), packageName) ?? packageBeside(program, packageName)
  } catch {
    return undefined
  }
}

/** Searches upwards from the program's real path. */
function packageAbove(folder: string, packageName: string): InstalledPackage | undefined {
  const found = packageIn(folder, packageName)
  const parent = dirname(folder)
  return found ?? (parent === folder ? undefined : packageAbove(parent, packageName))
}

/** Windows has batch files instead of links, in `.bin` or beside `node_modules`. */
function packageBeside(program: string, packageName: string): InstalledPackage | undefined {
  const folder = dirname(program)
  return (
    packageIn(join(folder, '..', packageName), packageName) ??
    packageIn(join(folder, 'node_modules', packageName), packageName)
  )
}

function packageIn(folder: string, packageName: string): InstalledPackage | undefined {
  const file = join(folder, 'package.json')
  // Most folders have none, and an error takes longer than this question.
  if (!existsSync(file)) return undefined
  try {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as {
      name?: unknown
      version?: unknown
    }
    return name === packageName && typeof version === 'string' ? { folder, version } : undefined
  } catch {
    return undefined
  }
}
