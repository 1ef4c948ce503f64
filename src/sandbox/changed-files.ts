import { dirname, join } from 'node:path'
import { isInside } from '../core/files/path-inside.ts'
import { runCommand } from '../process/run-command.ts'
import { findOnPath, pathOutside } from './bubblewrap.ts'

/** The kernel's clock for files may be behind by one tick. */
const tickMs = 10
const searchMs = 10_000

/**
 * Files of these folders that changed since a time, and folders in which a file was removed, except for the named ones.
 * Undefined if the search failed.
 * @param since milliseconds since 1970
 */
export async function changedFiles(
  folders: readonly string[],
  { since, except }: { since: number; except: readonly string[] },
): Promise<string[] | undefined> {
  const command = findOnPath('find', pathOutside(process.env['PATH'] ?? '', folders))
  if (command === undefined) return undefined
  const words = [...folders, '-xdev', '-newerct', `@${(since - tickMs) / 1000}`, '-printf', '%y%p\\0']
  const { exitCode, stdout } = await runCommand({
    command,
    arguments: words,
    environment: { LC_ALL: 'C.UTF-8' },
    timeout: searchMs,
  })
  // A folder that the user cannot read lets the search end with 1.
  if (exitCode !== 0 && exitCode !== 1) return undefined
  const found = stdout.split('\0').filter((line) => line !== '')
  const paths = found.filter((line) => !line.startsWith('d')).map((line) => line.slice(1))
  const isNamed = (path: string): boolean => except.some((one) => isInside(path, one))
  const files = paths.filter((path) => !isNamed(path) && !isOfGitStatus(path, folders))
  // A folder changes with every file that is made, replaced or removed in it.
  const explained = new Set([...except, ...paths].map((path) => dirname(path)))
  const made = found.flatMap((line) => (line.startsWith('d') ? [line.slice(1)] : []))
  const emptied = made.filter(
    (path) => !isNamed(path) && !explained.has(path) && !made.some((one) => dirname(one) === path),
  )
  return [...files, ...emptied].toSorted()
}

/** `git status` writes its index, whether something changed or not. */
function isOfGitStatus(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === join(folder, '.git/index'))
}
