import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { filePromises } from '../../core/file-promises.ts'
import { isInside } from '../../core/files/path-inside.ts'
import { fileFault } from './file-fault.ts'
import { invalidParams, RpcFault } from '../wire/rpc-fault.ts'

/**
 * Resolves all links of a path and checks that it is inside one of the roots. The path may not exist yet.
 * @throws RpcFault for a path that is outside, not absolute, or contains a broken link.
 */
export async function realPathInside(path: string, roots: readonly string[]): Promise<string> {
  if (!isAbsolute(path) || path.includes('\0')) {
    throw new RpcFault(invalidParams, 'The path must be absolute', { path })
  }
  const real = await followLinks(path)
  for (const root of roots) {
    const realRoot = await filePromises()
      .realpath(root)
      .catch(() => undefined)
    if (realRoot !== undefined && isInside(real, realRoot)) return real
  }
  throw outsideFault(path)
}

/** The error for a path outside of the session's folders. */
export function outsideFault(path: string): RpcFault {
  return new RpcFault(invalidParams, 'The path is outside the folders of this session', { path })
}

/** Resolves the nearest existing folder; the missing part below it cannot contain links. */
async function followLinks(path: string): Promise<string> {
  const missing: string[] = []
  let here = resolve(path)
  for (;;) {
    const real = await filePromises()
      .realpath(here)
      .catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw fileFault('reached', path, error)
        // A write would create the target of the link, which could be anywhere.
        if (await isLink(here)) throw new RpcFault(invalidParams, 'A link on the path is broken', { path })
        return undefined
      })
    if (real !== undefined) return join(real, ...missing)
    if (dirname(here) === here) throw outsideFault(path)
    missing.unshift(basename(here))
    here = dirname(here)
  }
}

async function isLink(path: string): Promise<boolean> {
  const found = await filePromises()
    .lstat(path)
    .catch(() => undefined)
  return found?.isSymbolicLink() === true
}
