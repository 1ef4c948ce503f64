import type * as files from 'node:fs/promises'

/** `node:fs/promises`, loaded at the first use: most runs do not need it. */
export function filePromises(): typeof files {
  return process.getBuiltinModule('node:fs/promises')
}
