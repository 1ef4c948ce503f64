import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { filePromises } from '../../core/file-promises.ts'
import { isInside } from '../../core/files/path-inside.ts'
import { fileFault } from './file-fault.ts'
import { invalidParams, RpcFault } from '../wire/rpc-fault.ts'

/**
 * The path with every link on it followed, as far as it exists: it lies in one of the roots, whose links are followed
 * as well.
 * @throws RpcFault when it does not, is not absolute, or holds a link to nothing.
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

/** The answer to a request that leads out of the session's folders. */
export function outsideFault(path: string): RpcFault {
  return new RpcFault(invalidParams, 'The path is outside the folders of this session', { path })
}

/** Climbs to the nearest folder that exists; what is below it is still to be made, and so holds no links. */
async function followLinks(path: string): Promise<string> {
  const missing: string[] = []
  let here = resolve(path)
  for (;;) {
    const real = await filePromises()
      .realpath(here)
      .catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw fileFault('reached', path, error)
        // Made by a write, its target could be anywhere.
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
