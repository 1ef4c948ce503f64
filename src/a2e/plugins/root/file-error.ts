import { CapstanError } from '../../../core/capstan-error.ts'
import { RootError } from './root-error.ts'

/** Converts a system error to an error that does not reveal absolute paths of this machine. */
export function fileError(path: string, error: unknown): unknown {
  const { code, errno } = error as NodeJS.ErrnoException
  if (CapstanError.isInstance(error) || errno === undefined) return error
  if (code === 'ENOENT') return new RootError(path, 'missing')
  if (code === 'ELOOP') return new RootError(path, 'link')
  if (code === 'ENOTDIR') return new RootError(path, 'not-a-folder')
  if (code === 'ENAMETOOLONG') return new RootError(path, 'name')
  // Loaded on demand: with a pipe as stdout, this module loads many others.
  const { getSystemErrorMessage } = process.getBuiltinModule('node:util')
  return new CapstanError('FILE_NOT_USED', `Cannot use the file: ${getSystemErrorMessage(errno)}`)
}
