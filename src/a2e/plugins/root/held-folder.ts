import { constants } from 'node:fs'
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { fileError } from './file-error.ts'
import { RootError } from './root-error.ts'

/** The open files of this process on Linux; a path through it starts at the opened folder, whatever its name is now. */
const openFiles = '/proc/self/fd'

export interface FolderOptions {
  root: string
  /** The names from the root to the folder. */
  names: readonly string[]
  /** Creates missing folders. */
  create?: boolean
}

/**
 * An open folder below the root. On Linux, operations stay in this folder even if another process replaces its path
 * meanwhile. Other systems have no such paths, so every name is checked just before use.
 */
export class HeldFolder {
  readonly #handle: FileHandle
  /** The path to use while the folder is open. */
  readonly path: string

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle
    this.path = path
  }

  /**
   * Opens a folder, name by name from the root, without following links below the root.
   * @throws RootError when a name is a link, is missing or is not a folder.
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
        throw fileError(path, error)
      } finally {
        await above.close()
      }
    }
    return here
  }

  /** The path of the root itself may contain links. */
  static async #root(root: string): Promise<HeldFolder> {
    try {
      return await HeldFolder.#hold(await realpath(root))
    } catch (error) {
      throw fileError('.', error)
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

/** Throws a specific error for a link or a file; the flags of `open` enforce the same afterwards. */
async function requireFolder(place: string, path: string): Promise<void> {
  const found = await lstat(place)
  if (found.isSymbolicLink()) throw new RootError(path, 'link')
  if (!found.isDirectory()) throw new RootError(path, 'not-a-folder')
}

function ignoreExisting(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
}
