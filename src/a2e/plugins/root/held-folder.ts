import { constants } from 'node:fs'
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { fileTrouble } from './file-trouble.ts'
import { RootError } from './root-error.ts'

/** Where Linux shows the open files of a process; a path through it starts at the folder itself, not at its name. */
const openFiles = '/proc/self/fd'

export interface FolderOptions {
  root: string
  /** The names from the root to the folder. */
  names: readonly string[]
  /** Makes the folders that are not there. */
  create?: boolean
}

/**
 * A folder below the root that is held open, so that whatever is put in its place meanwhile, what is done through it
 * happens in it. Other systems than Linux have no such paths: there every name is looked at just before it is used.
 */
export class HeldFolder {
  readonly #handle: FileHandle
  /** The path by which it is reached while it is held. */
  readonly path: string

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle
    this.path = path
  }

  /**
   * Goes from the root to a folder, name by name, and follows no link below the root.
   * @throws RootError when a name is a link, is missing or is no folder.
   */
  static async open({ root, names, create = false }: FolderOptions): Promise<HeldFolder> {
    let here = await HeldFolder.#root(root)
    const walked: string[] = []
    for (const name of names) {
      walked.push(name)
      const path = walked.join('/')
      const above = here
      try {
        if (create) await mkdir(above.at(name)).catch(ignoreExisting)
        await requireFolder(above.at(name), path)
        here = await HeldFolder.#hold(above.at(name))
      } catch (error) {
        throw fileTrouble(path, error)
      } finally {
        await above.close()
      }
    }
    return here
  }

  /** The root itself may be reached by a link. */
  static async #root(root: string): Promise<HeldFolder> {
    try {
      return await HeldFolder.#hold(await realpath(root))
    } catch (error) {
      throw fileTrouble('.', error)
    }
  }

  static async #hold(place: string): Promise<HeldFolder> {
    const handle = await open(place, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    return new HeldFolder(handle, process.platform === 'linux' ? `${openFiles}/${handle.fd}` : place)
  }

  /** The path of a name in this folder. */
  at(name: string): string {
    return join(this.path, name)
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}

/** Tells a link from a file; the flags of the opening then see to it that it still is neither. */
async function requireFolder(place: string, path: string): Promise<void> {
  const found = await lstat(place)
  if (found.isSymbolicLink()) throw new RootError(path, 'link')
  if (!found.isDirectory()) throw new RootError(path, 'not-a-folder')
}

function ignoreExisting(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
}
