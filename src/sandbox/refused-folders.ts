import { sep } from 'node:path'
import { CapstanError } from '../core/capstan-error.ts'
import { isInside } from '../core/files/path-inside.ts'

const { realpathSync } = process.getBuiltinModule('node:fs')

/** Folders of the kernel, which show other processes and devices. */
const kernelFolders = ['/proc', '/sys', '/dev']

/** Refuses folders that would show the whole machine. @throws CapstanError `SANDBOX_FOLDER_REFUSED` */
export function checkFolders(folders: readonly string[]): void {
  const refused = folders.find((folder) => isRefused(folder) || isRefused(realOf(folder)))
  if (refused === undefined) return
  throw new CapstanError(
    'SANDBOX_FOLDER_REFUSED',
    `The sandbox cannot show ${refused} to the agent: it would show the whole machine`,
    { hint: 'Choose a folder below it.' },
  )
}

function isRefused(folder: string): boolean {
  if (isInside(folder, '/dev/shm') && folder !== '/dev/shm') return false
  return folder === sep || kernelFolders.some((one) => isInside(folder, one))
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
