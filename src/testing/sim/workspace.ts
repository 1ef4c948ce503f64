import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { Location } from './wire/wire.ts'

/** A file error for the user. */
export class WorkspaceError extends Error {}

const mostBytes = 256 * 1024
const mostFiles = 2000
const mostFindings = 50
const skipped = new Set(['node_modules', '.git'])

/** The folders of a session; access is limited to them. */
export class Workspace {
  readonly #roots: readonly [string, ...string[]]

  constructor({ cwd, additionalDirectories }: { cwd: string; additionalDirectories: readonly string[] }) {
    this.#roots = [cwd, ...additionalDirectories]
  }

  get folder(): string {
    return this.#roots[0]
  }

  /** The absolute path of a file, if it is inside the workspace after following links. */
  locate(name: string): string {
    const path = resolve(this.folder, name)
    const real = realPath(path)
    if (this.#roots.some((root) => isInside(real, realPath(root)))) return path
    throw new WorkspaceError(`${name} is outside the workspace`)
  }

  /** The text of a file; null if it does not exist. */
  read(path: string): string | null {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return null
    if (!stats.isFile()) throw new WorkspaceError(`${path} is not a file`)
    if (stats.size > mostBytes) throw new WorkspaceError(`${path} has more than ${mostBytes} bytes`)
    return readFileSync(path, 'utf8')
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  /** The names in a folder, those of folders with a slash. */
  list(path: string): string[] {
    const entries = readdirSync(path, { withFileTypes: true })
    return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).toSorted()
  }

  /** Searches a text in the files of the workspace, up to a limit. */
  find(text: string, signal: AbortSignal): (Location & { text: string })[] {
    const findings: (Location & { text: string })[] = []
    const seen = { files: 0 }
    for (const root of this.#roots) {
      for (const path of filesBelow(root, seen)) {
        signal.throwIfAborted()
        findings.push(...findIn(path, text))
        if (findings.length >= mostFindings) return findings.slice(0, mostFindings)
      }
    }
    return findings
  }
}

function* filesBelow(folder: string, seen: { files: number }): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted(byName)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* filesBelow(path, seen)
    else if (entry.isFile() && seen.files++ < mostFiles) yield path
    if (seen.files >= mostFiles) return
  }
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : 1
}

function findIn(path: string, text: string): (Location & { text: string })[] {
  return readIfSmall(path)
    .split('\n')
    .flatMap((line, index) => (line.includes(text) ? [{ path, line: index + 1, text: line.trim() }] : []))
}

/** Skips files that are too large or unreadable. */
function readIfSmall(path: string): string {
  try {
    return statSync(path).size > mostBytes ? '' : readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The real path of a file, which may not exist. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    if (parent === path) return path
    // A write would follow a link to a missing file.
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
      return realPath(resolve(parent, readlinkSync(path)))
    }
    return join(realPath(parent), basename(path))
  }
}

function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}
