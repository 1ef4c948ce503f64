import { isAbsolute, relative, sep } from 'node:path'

/** Whether a path is a folder or lies below it. Both are absolute; the file system is not accessed. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
