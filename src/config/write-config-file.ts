import { CapstanError } from '../core/capstan-error.ts'
import { systemError } from '../core/system-error.ts'
import { writeWhole } from '../core/files/write-whole.ts'

/** Writes a file whole or not at all. @throws CapstanError `CONFIG_NOT_WRITTEN` */
export function writeConfigFile(path: string, text: string): void {
  try {
    writeWhole(path, text)
  } catch (cause) {
    const named = CapstanError.isInstance(cause) ? cause : systemError(cause)
    if (named !== undefined) throw named
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CapstanError('CONFIG_NOT_WRITTEN', `${path} cannot be written: ${why}`, {
      cause,
      hint: 'Check that the folder exists, is writable and is not full.',
    })
  }
}
