import { dirname, isAbsolute, join, resolve, sep } from 'node:path'

const { readFileSync, realpathSync, statSync } = process.getBuiltinModule('node:fs')

/** The folders of git for a linked worktree or a submodule, whose `.git` is a file that names them. */
export function worktreePaths(folder: string): string[] {
  const file = join(folder, '.git')
  try {
    if (!statSync(file).isFile()) return []
    const own = /^gitdir: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1]?.trim()
    if (own === undefined) return []
    const path = join(isAbsolute(own) ? sep : folder, own)
    return textOf(join(path, 'gitdir')) === undefined ? submodule(folder, path) : worktree(file, path)
  } catch {
    return []
  }
}

/** A crafted file could name any folder: only a folder that names this file back is its worktree. */
function worktree(file: string, path: string): string[] {
  if (realpathSync(readFileSync(join(path, 'gitdir'), 'utf8').trim()) !== realpathSync(file)) return []
  const common = readFileSync(join(path, 'commondir'), 'utf8').trim()
  return [realpathSync(join(isAbsolute(common) ? sep : path, common))]
}

/** The folder of a submodule names the submodule's files in its settings. */
function submodule(folder: string, path: string): string[] {
  const named = /^\s*worktree\s*=\s*(.+)$/m.exec(readFileSync(join(path, 'config'), 'utf8'))?.[1]?.trim()
  if (named === undefined) return []
  const isOwn = realpathSync(resolve(path, named)) === realpathSync(folder)
  return isOwn && statSync(join(path, 'HEAD')).isFile() ? [realpathSync(path)] : []
}

/** Settings of git that name another file of the user. */
const fileSetting = /^\s*(?:path|excludesfile|attributesfile)\s*=\s*"?([^"\n]+?)"?\s*$/gim

/** The files that the user's git settings include, such as the identity for one folder, and the ones these include. */
export function gitSettingsFiles(home: string): string[] {
  const found = new Set<string>()
  const open = [join(home, '.gitconfig'), join(home, '.config/git/config')]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const [, name = ''] of (textOf(file) ?? '').matchAll(fileSetting)) {
      const path = name.startsWith('~/') ? join(home, name.slice(2)) : resolve(dirname(file), name)
      if (found.has(path) || !isFile(path)) continue
      found.add(path)
      open.push(path)
    }
  }
  return [...found]
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
