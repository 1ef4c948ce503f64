import { CapstanError } from '../capstan-error.ts'
import { systemError } from '../system-error.ts'

/**
 * Creates a folder and its missing parents with this mode. Node's recursive mkdir never returns where the system
 * cannot create folders, such as below /proc.
 * @throws CapstanError `FOLDER_NOT_MADE`, `PERMISSION_DENIED`, `DISK_READ_ONLY` or `DISK_FULL`
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return
  const above = process.getBuiltinModule('node:path').dirname(folder)
  if (above !== folder) makeFolder(above, mode)
  try {
    process.getBuiltinModule('node:fs').mkdirSync(folder, mode)
  } catch (error) {
    // Another process created the folder.
    if (isFolder(folder)) return
    throw (
      systemError(error) ??
      new CapstanError('FOLDER_NOT_MADE', `Cannot create the folder: ${(error as Error).message}`, {
        cause: error,
        hint: 'Choose a folder you can write to, or change its permissions.',
      })
    )
  }
}

function isFolder(path: string): boolean {
  try {
    return process.getBuiltinModule('node:fs').statSync(path).isDirectory()
  } catch {
    // Creating the folder reports the problem.
    return false
  }
}
