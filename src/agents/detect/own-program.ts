import { join } from 'node:path'
import { packageFolder } from '../../core/files/package-folder.ts'

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
  version?: unknown
  bin?: Readonly<Record<string, string>>
}

/** Finds one of the package's own programs; undefined where this code was copied out of the package. */
export function ownProgram(binary: string, folder: string = import.meta.dirname): OwnProgram | undefined {
  const root = packageFolder(folder)
  if (root === undefined) return undefined
  const { version, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageDocument
  const file = bin?.[binary]
  return file === undefined ? undefined : { path: join(root, file), version: String(version) }
}
