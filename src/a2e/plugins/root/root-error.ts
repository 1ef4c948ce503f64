import { CapstanError } from '../../../core/capstan-error.ts'

/** Why a path was not followed. */
export type RootRefusal = 'absolute' | 'parent' | 'link' | 'name' | 'missing' | 'not-a-folder' | 'not-a-file'

/** A path does not lead to something below the root folder of the host. Nothing was read or changed. */
export class RootError extends CapstanError {
  readonly path: string
  readonly reason: RootRefusal

  constructor(path: string, reason: RootRefusal) {
    super('OUTSIDE_ROOT', messages[reason], {
      hint: 'Give a path below the root folder, relative to it and without links on the way.',
    })
    this.path = path
    this.reason = reason
  }

  /** Whether the path itself is not allowed; otherwise it is, and there is nothing that fits. */
  get isRefusal(): boolean {
    return this.reason === 'absolute' || this.reason === 'parent' || this.reason === 'link'
  }
}

const messages: Readonly<Record<RootRefusal, string>> = {
  absolute: 'The path is absolute',
  parent: 'The path leads upwards',
  link: 'There is a link on the path',
  name: 'The path holds a name that no file can have',
  missing: 'There is no such file or folder',
  'not-a-folder': 'There is a file on the path where a folder should be',
  'not-a-file': 'The path does not lead to a regular file',
}
