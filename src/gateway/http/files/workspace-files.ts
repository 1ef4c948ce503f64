import type { Dirent } from 'node:fs'
import ignore, { type Ignore } from 'ignore'
import { filePromises } from '../../../core/file-promises.ts'

/** The files of a folder, as paths relative to it with `/`. */
export interface WorkspaceFiles {
  readonly files: readonly string[]
  /** Whether all files were found: a large folder is read in part. */
  readonly isComplete: boolean
}

const mostEntries = 20_000
const mostDepth = 20
const longestRules = 256 * 1024
/** Folders that are never read. */
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules'])

interface Folder {
  /** Relative to the root; empty for the root. */
  readonly path: string
  readonly depth: number
  /** The `.gitignore` files on the way, each with its folder. */
  readonly rules: readonly { readonly folder: string; readonly rule: Ignore }[]
}

/**
 * Lists the files of a folder that its `.gitignore` files do not exclude, nearest first. Symbolic links are neither
 * listed nor followed, so nothing outside of the folder appears.
 */
export async function listWorkspace(root: string): Promise<WorkspaceFiles> {
  const files: string[] = []
  const folders: Folder[] = [{ path: '', depth: 0, rules: [] }]
  let entries = 0
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const children = await readFolder(root, folder.path)
    const rules = await rulesOf(root, folder, children)
    for (const child of children) {
      if (++entries > mostEntries) return { files, isComplete: false }
      const path = folder.path === '' ? child.name : `${folder.path}/${child.name}`
      if (child.isFile() && !isIgnored(path, rules)) files.push(path)
      if (child.isDirectory() && !skipped.has(child.name) && !isIgnored(`${path}/`, rules)) {
        if (folder.depth === mostDepth) return { files, isComplete: false }
        folders.push({ path, depth: folder.depth + 1, rules })
      }
    }
  }
  return { files, isComplete: true }
}

async function readFolder(root: string, path: string): Promise<Dirent[]> {
  try {
    const folder = process.getBuiltinModule('node:path').join(root, path)
    const children = await filePromises().readdir(folder, { withFileTypes: true })
    return children.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  } catch {
    // The folder is unreadable, or was removed meanwhile.
    return []
  }
}

async function rulesOf(root: string, folder: Folder, children: readonly Dirent[]): Promise<Folder['rules']> {
  const file = children.find((child) => child.name === '.gitignore' && child.isFile())
  if (file === undefined) return folder.rules
  const path = process.getBuiltinModule('node:path').join(root, folder.path, file.name)
  const text = await filePromises()
    .readFile(path, 'utf8')
    .catch(() => '')
  if (text.length > longestRules) return folder.rules
  return [...folder.rules, { folder: folder.path, rule: ignore().add(text) }]
}

function isIgnored(path: string, rules: Folder['rules']): boolean {
  // The nearest file decides; a file without a matching line leaves it to the next.
  for (const { folder, rule } of rules.toReversed()) {
    const { ignored, unignored } = rule.test(folder === '' ? path : path.slice(folder.length + 1))
    if (ignored || unignored) return ignored
  }
  return false
}
