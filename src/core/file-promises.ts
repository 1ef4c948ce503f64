import type * as files from 'node:fs/promises'

/** `node:fs/promises`, loaded when a file is first read or written by it: most runs start their agent without. */
export function filePromises(): typeof files {
  return process.getBuiltinModule('node:fs/promises')
}
