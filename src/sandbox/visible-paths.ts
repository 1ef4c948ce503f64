import type { Dirent } from 'node:fs'
import { join } from 'node:path'

const { readdirSync } = process.getBuiltinModule('node:fs')

/** Folders of the system that programs need. They hold no files of users. */
export const systemFolders =
  '/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc /nix /gnu /sys/devices/system/cpu /sys/fs/cgroup'.split(
    ' ',
  )

/** Files of `systemFolders` that root could read. */
export const hiddenSystemFiles =
  '/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/sudoers /etc/ssl/private /etc/krb5.keytab'.split(
    ' ',
  )

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
