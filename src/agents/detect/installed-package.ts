import { dirname, join } from 'node:path'

// Importing it as a module loads its streams too.
const { readFileSync, realpathSync } = process.getBuiltinModule('node:fs')

/** A package as it lies on this machine. */
export interface InstalledPackage {
  readonly folder: string
  readonly version: string
}

/**
 * The package that a program belongs to, when that package has the name we look for.
 * Costs no process: asking each of ten programs for its version costs seconds.
 */
export function installedPackage(program: string, packageName: string): InstalledPackage | undefined {
  try {
    const real = realpathSync(program)
    return packageAbove(dirname(real), packageName) ?? packageBeside(program, packageName)
  } catch {
    return undefined
  }
}

/** Looks upwards from where the program really lies. */
function packageAbove(folder: string, packageName: string): InstalledPackage | undefined {
  const found = packageIn(folder, packageName)
  const parent = dirname(folder)
  return found ?? (parent === folder ? undefined : packageAbove(parent, packageName))
}

/** Windows has no link to follow: its batch file lies in `.bin`, or beside `node_modules`. */
function packageBeside(program: string, packageName: string): InstalledPackage | undefined {
  const folder = dirname(program)
  return (
    packageIn(join(folder, '..', packageName), packageName) ??
    packageIn(join(folder, 'node_modules', packageName), packageName)
  )
}

function packageIn(folder: string, packageName: string): InstalledPackage | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name?: unknown
      version?: unknown
    }
    return name === packageName && typeof version === 'string' ? { folder, version } : undefined
  } catch {
    return undefined
  }
}
