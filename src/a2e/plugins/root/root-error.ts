import { CapstanError } from '../../../core/capstan-error.ts'

/** Why a path was refused. */
export type RootRefusal = 'absolute' | 'parent' | 'link' | 'name' | 'missing' | 'not-a-folder' | 'not-a-file'

/** A path that does not lead to a file or folder below the root of the host. Nothing was read or changed. */
export class RootError extends CapstanError {
  readonly path: string
  readonly reason: RootRefusal

  constructor(path: string, reason: RootRefusal) {
    super('OUTSIDE_ROOT', messages[reason], {
      hint: 'Use a relative path below the root folder, without links.',
    })
    this.path = path
    this.reason = reason
  }

  /** Whether the path is forbidden; otherwise the path is allowed but does not lead to the right kind of file. */
  get isRefusal(): boolean {
    return this.reason === 'absolute' || this.reason === 'parent' || this.reason === 'link'
  }
}

const messages: Readonly<Record<RootRefusal, string>> = {
  absolute: 'The path is absolute',
  parent: 'The path contains ..',
  link: 'The path contains a link',
  name: 'The path contains an invalid name',
  missing: 'No such file or folder',
  'not-a-folder': 'The path leads through a file',
  'not-a-file': 'The path is not a regular file',
}
