import type { Dirent } from 'node:fs'
import { join } from 'node:path'

const { lstatSync, readdirSync } = process.getBuiltinModule('node:fs')

/** Folders of the system that programs need. They hold no files of users. */
export const systemFolders =
  '/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc /nix /gnu /sys/devices/system/cpu /sys/fs/cgroup'.split(
    ' ',
  )

/** The permission of everyone to read a file, and to read and enter a folder. */
const [readable, entered] = [0o004, 0o005]

const knownMs = 60_000
let known: { readonly paths: readonly string[]; readonly at: number } | undefined

/**
 * Files and folders of the system's settings that only root and some groups can read: in the sandbox nobody can. Looked for
 * at most once a minute, because it takes several milliseconds.
 */
export function privateSystemFiles(): readonly string[] {
  // The kernel keeps other users from them.
  if (process.getuid?.() !== 0) return []
  const now = performance.now()
  if (known === undefined || now - known.at > knownMs) known = { paths: privateFilesIn('/etc'), at: now }
  return known.paths
}

function privateFilesIn(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    if (entry.isSymbolicLink()) return []
    const path = join(folder, entry.name)
    const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0
    const needed = entry.isDirectory() ? entered : readable
    if ((mode & needed) !== needed) return [path]
    return entry.isDirectory() ? privateFilesIn(path) : []
  })
}

/** The most entries of a workspace to look at. */
const enough = 20_000

/**
 * Named pipes and sockets of a folder: on a read-only mount they can still be written to. Looks at the first 20,000
 * entries, nearest first, and leaves out installed packages and git's objects.
 */
export function channels(folder: string): string[] {
  const found: string[] = []
  const folders = [folder]
  let left = enough
  for (let one = folders.shift(); one !== undefined && left > 0; one = folders.shift()) {
    for (const entry of entriesOf(one)) {
      left--
      if (entry.isFIFO() || entry.isSocket()) found.push(join(one, entry.name))
      else if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== 'objects')
        folders.push(join(one, entry.name))
    }
  }
  return found
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
