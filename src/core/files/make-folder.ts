import { CapstanError } from '../capstan-error.ts'
import { systemError } from '../system-error.ts'

/**
 * Makes a folder and those above it, unless they are there; what is made has this mode. Node's own way of doing it never
 * comes back where the system makes no folders, such as below /proc.
 * @throws CapstanError `FOLDER_NOT_MADE`, `PERMISSION_DENIED`, `DISK_READ_ONLY` or `DISK_FULL`
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return
  const above = process.getBuiltinModule('node:path').dirname(folder)
  if (above !== folder) makeFolder(above, mode)
  try {
    process.getBuiltinModule('node:fs').mkdirSync(folder, mode)
  } catch (error) {
    // Somebody else was faster.
    if (isFolder(folder)) return
    throw (
      systemError(error) ??
      new CapstanError('FOLDER_NOT_MADE', `A folder cannot be made: ${(error as Error).message}`, {
        cause: error,
        hint: 'Choose a place where you may write, or change who may.',
      })
    )
  }
}

function isFolder(path: string): boolean {
  try {
    return process.getBuiltinModule('node:fs').statSync(path).isDirectory()
  } catch {
    // Whatever it is, making it says what is wrong.
    return false
  }
}
