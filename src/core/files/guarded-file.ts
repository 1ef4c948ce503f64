import { basename, dirname, join } from 'node:path'
import { createId } from '../ids.ts'

const {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} = process.getBuiltinModule('node:fs')

const { O_CREAT, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_TRUNC, O_WRONLY } = constants

/** More than this is no settings or login file. */
const mostBytes = 4 * 1024 * 1024

/**
 * A file in a folder that another, untrusted program changes at the same time. Links in the folder are never followed,
 * and pipes and devices are never opened for longer than to see what they are. Linux only: `/proc` says what was opened.
 */
export class GuardedFile {
  readonly #path: string
  readonly #folder: string

  /** @param root the folder that the other program can change; links above it are followed */
  constructor(path: string, root: string) {
    this.#path = join(realpathSync(root), path.slice(root.length))
    this.#folder = dirname(this.#path)
  }

  /** The text and the time of its last change; undefined without a regular file at the path. */
  read(): { text: string; changedAt: number } | undefined {
    return opened(this.#path, O_RDONLY | O_NONBLOCK, (file) => {
      const stats = fstatSync(file)
      if (!stats.isFile() || stats.size > mostBytes) return undefined
      return { text: readFileSync(file, 'utf8'), changedAt: stats.mtimeMs }
    })
  }

  /**
   * Writes the whole file; nothing if a link leads elsewhere. @throws what the file system refuses
   * @param options.isMounted the file is a mount of its own, so that it cannot be replaced
   */
  write(text: string, { isMounted }: { isMounted: boolean }): void {
    opened(this.#folder, O_RDONLY | O_DIRECTORY, (folder) => {
      // Through the open folder, because the other program may move a link to its path.
      const place = `/proc/self/fd/${folder}`
      const name = basename(this.#path)
      if (isMounted) overwrite(join(place, name), text)
      else replace(place, name, text)
    })
  }
}

function overwrite(path: string, text: string): void {
  const file = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o600)
  try {
    writeFileSync(file, text)
  } finally {
    closeSync(file)
  }
}

function replace(folder: string, name: string, text: string): void {
  const draft = join(folder, `${name}.${createId()}`)
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    renameSync(draft, join(folder, name))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Opens exactly this path and closes it again; undefined if it is missing, or if a link leads elsewhere. */
function opened<Result>(path: string, flags: number, use: (file: number) => Result): Result | undefined {
  let file: number
  try {
    file = openSync(path, flags | O_NOFOLLOW)
  } catch {
    return undefined
  }
  try {
    return readlinkSync(`/proc/self/fd/${file}`) === path ? use(file) : undefined
  } finally {
    closeSync(file)
  }
}
