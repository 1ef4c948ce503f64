import { CapstanError } from '../../../core/capstan-error.ts'
import { RootError } from './root-error.ts'

/** What the system says against a path, without the place on this machine that its own message names. */
export function fileTrouble(path: string, error: unknown): unknown {
  const { code, errno } = error as NodeJS.ErrnoException
  if (CapstanError.isInstance(error) || errno === undefined) return error
  if (code === 'ENOENT') return new RootError(path, 'missing')
  if (code === 'ELOOP') return new RootError(path, 'link')
  if (code === 'ENOTDIR') return new RootError(path, 'not-a-folder')
  if (code === 'ENAMETOOLONG') return new RootError(path, 'name')
  // Loaded here: with a pipe for stdout it brings a whole lot along.
  const { getSystemErrorMessage } = process.getBuiltinModule('node:util')
  return new CapstanError('FILE_NOT_USED', `The file cannot be used: ${getSystemErrorMessage(errno)}`)
}
