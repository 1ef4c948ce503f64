import { join, relative } from 'node:path'
import { isInside } from '../core/files/path-inside.ts'

const { existsSync, realpathSync } = process.getBuiltinModule('node:fs')

/** What the sandbox has at a path: the user's own file, or something else or nothing. */
interface Place {
  readonly isShown: boolean
  /** The folder or file of the user that is mounted there. */
  readonly from?: string
}

const binds: ReadonlySet<string> = new Set(['--bind', '--bind-try', '--ro-bind', '--ro-bind-try'])

/**
 * Whether the agent sees the user's file or folder at an absolute path, by the arguments of bubblewrap. A link counts as
 * shown only if the agent sees the file behind it too.
 */
export function isShown(words: readonly string[], path: string): boolean {
  const place = placeOf(words, path)
  if (!place.isShown) return false
  const real = realOf(path)
  if (real === undefined || real === path) return true
  const mounted = place.from === undefined ? undefined : realOf(place.from)
  return (mounted !== undefined && isInside(real, mounted)) || placeOf(words, real).isShown
}

/** Later mounts cover earlier ones. */
function placeOf(words: readonly string[], path: string): Place {
  let place: Place = { isShown: false }
  words.forEach((word, index) => {
    const [first = '', second = ''] = words.slice(index + 1, index + 3)
    if (binds.has(word) && isInside(path, second)) {
      const from = join(first, relative(second, path))
      place = { isShown: first !== '/dev/null' && existsSync(from), from: first }
    } else if (word === '--symlink' && isInside(path, second)) place = { isShown: true }
    else if (word === '--tmpfs' && isInside(path, first)) place = { isShown: false }
    else if ((word === '--proc' || word === '--dev') && isInside(path, first)) place = { isShown: true }
  })
  return place
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
