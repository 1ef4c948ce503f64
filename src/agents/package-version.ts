import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The version in the package.json that a program belongs to, when that package has the name we look for.
 * Costs no process: asking each of ten programs for its version costs seconds.
 */
export function packageVersion(program: string, packageName: string): string | undefined {
  try {
    const real = realpathSync(program)
    return versionAbove(dirname(real), packageName) ?? versionBeside(program, packageName)
  } catch {
    return undefined
  }
}

/** Looks upwards from where the program really lies. */
function versionAbove(folder: string, packageName: string): string | undefined {
  const version = versionIn(folder, packageName)
  const parent = dirname(folder)
  return version ?? (parent === folder ? undefined : versionAbove(parent, packageName))
}

/** Windows has no link to follow: its batch file lies in `.bin`, or beside `node_modules`. */
function versionBeside(program: string, packageName: string): string | undefined {
  const folder = dirname(program)
  return (
    versionIn(join(folder, '..', packageName), packageName) ??
    versionIn(join(folder, 'node_modules', packageName), packageName)
  )
}

function versionIn(folder: string, packageName: string): string | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name?: unknown
      version?: unknown
    }
    return name === packageName && typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}
