import { dirname, join } from 'node:path'

// Importing it as a module loads its streams too.
const { readFileSync } = process.getBuiltinModule('node:fs')

/** A program that comes with Capstan itself; it is started with the running Node. */
export interface OwnProgram {
  /** A file of JavaScript. */
  readonly path: string
  /** That of the package. */
  readonly version: string
}

interface PackageDocument {
  name?: unknown
  version?: unknown
  bin?: Readonly<Record<string, string>>
}

/** Finds one of the package's own programs; undefined where this code was copied out of the package. */
export function ownProgram(binary: string, folder: string = import.meta.dirname): OwnProgram | undefined {
  const { name, version, bin } = packageIn(folder)
  if (name === 'capstan') {
    const file = bin?.[binary]
    return file === undefined ? undefined : { path: join(folder, file), version: String(version) }
  }
  const parent = dirname(folder)
  return parent === folder ? undefined : ownProgram(binary, parent)
}

function packageIn(folder: string): PackageDocument {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageDocument
  } catch {
    return {}
  }
}
