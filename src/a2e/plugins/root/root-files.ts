import { isUtf8 } from 'node:buffer'
import { constants, type Dirent } from 'node:fs'
import { lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { createId } from '../../../core/ids.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import { fileError } from './file-error.ts'
import { HeldFolder } from './held-folder.ts'
import { RootError } from './root-error.ts'
import { isAbsolute, win32 } from 'node:path'

/** An entry of a folder. Links are listed and never followed. */
export interface RootEntry {
  name: string
  kind: 'file' | 'folder' | 'link' | 'other'
}

const largestFile = 10 * 1024 * 1024

/** The files below a root folder. Paths are relative to the root; nothing outside is read or written. */
export class RootFiles {
  readonly root: string

  constructor(root: string) {
    this.root = root
  }

  /** The text of a file of at most 10 MiB. */
  async read(path: string): Promise<string> {
    return this.#inParent(path, async (folder, name) => {
      const file = await openFile(folder.at(name))
      try {
        const found = await file.stat()
        if (!found.isFile()) throw new RootError(path, 'not-a-file')
        if (found.size > largestFile)
          throw new CapstanError('FILE_TOO_LARGE', 'The file is larger than 10 MiB')
        const bytes = await file.readFile()
        if (!isUtf8(bytes)) throw new CapstanError('FILE_NOT_TEXT', 'The file is not UTF-8 text')
        return bytes.toString('utf8')
      } finally {
        await file.close()
      }
    })
  }

  /** Writes a file atomically and creates its folders. */
  async write(path: string, content: string): Promise<void> {
    await this.#inParent(
      path,
      async (folder, name) => {
        const mode = await modeOf(folder.at(name), path)
        const temporary = folder.at(`.${createId('capstan')}.tmp`)
        try {
          const file = await open(temporary, 'wx', mode)
          try {
            await file.writeFile(content)
          } finally {
            await file.close()
          }
          // Renaming replaces an existing link instead of writing through it.
          await rename(temporary, folder.at(name))
        } catch (error) {
          await rm(temporary, { force: true })
          throw error
        }
      },
      true,
    )
  }

  /** The entries of a folder, sorted by name. */
  async list(path: string): Promise<RootEntry[]> {
    return this.inFolder(path, async (folder) => {
      const found = await readdir(folder.path, { withFileTypes: true })
      const entries = found.map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
      return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))
    })
  }

  /** Runs `work` while the folder is open. */
  async inFolder<T>(path: string, work: (folder: HeldFolder) => Promise<T>): Promise<T> {
    const folder = await HeldFolder.open({ root: this.root, names: rootNames(path) })
    try {
      return await work(folder)
    } catch (error) {
      throw fileError(path, error)
    } finally {
      await folder.close()
    }
  }

  async #inParent<T>(
    path: string,
    work: (folder: HeldFolder, name: string) => Promise<T>,
    create = false,
  ): Promise<T> {
    const names = rootNames(path)
    const name = names.pop()
    if (name === undefined) throw new RootError(path, 'not-a-file')
    const folder = await HeldFolder.open({ root: this.root, names, create })
    try {
      return await work(folder, name)
    } catch (error) {
      throw fileError(path, error)
    } finally {
      await folder.close()
    }
  }
}

/** Opens without following a link and without waiting for the other end of a pipe. */
async function openFile(place: string): Promise<Awaited<ReturnType<typeof open>>> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  return open(place, flags)
}

/** The mode for a file: the existing one, or the default for a new file. */
async function modeOf(place: string, path: string): Promise<number> {
  const found = await lstat(place).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  if (found === undefined) return 0o666
  if (found.isSymbolicLink()) throw new RootError(path, 'link')
  if (!found.isFile()) throw new RootError(path, 'not-a-file')
  return found.mode & 0o777
}

function kindOf(entry: Dirent): RootEntry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}

/**
 * The names in a path below the root; empty for the root itself. Checks only the text.
 * Windows paths are refused on every system, so that the rules are the same on every host.
 * @throws RootError when the path is absolute, contains `..` or contains an invalid name.
 */
function rootNames(path: string): string[] {
  if (isAbsolute(path) || win32.isAbsolute(path) || /^[A-Za-z]:/.test(path))
    throw new RootError(path, 'absolute')
  if (path.includes('\0') || path.includes('\\')) throw new RootError(path, 'name')
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  if (names.includes('..')) throw new RootError(path, 'parent')
  return names
}
