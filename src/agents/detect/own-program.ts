import { join } from 'node:path'
import { packageFolder } from '../../core/files/package-folder.ts'

// An import of node:fs also loads its streams.
const { readFileSync } = process.getBuiltinModule('node:fs')

/** A program that is part of Capstan and runs on the current Node. */
export interface OwnProgram {
  /** A JavaScript file. */
  readonly path: string
  /** The version of the package. */
  readonly version: string
}

interface PackageDocument {
  version?: unknown
  bin?: Readonly<Record<string, string>>
}

/** Finds a program of the package; undefined if this code was copied out of the package. */
export function ownProgram(binary: string, folder: string = import.meta.dirname): OwnProgram | undefined {
  const root = packageFolder(folder)
  if (root === undefined) return undefined
  const { version, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageDocument
  const file = bin?.[binary]
  return file === undefined ? undefined : { path: join(root, file), version: String(version) }
}
