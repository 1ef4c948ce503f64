import { delimiter, dirname, isAbsolute, join, sep } from 'node:path'
import type { FolderOptions } from '../../core/files/data-folder.ts'
import { agentPrefix, bridgePrefix } from './folders.ts'

// An import of node:fs also loads its streams, which costs more than the search itself.
const { statSync } = process.getBuiltinModule('node:fs')

export interface SearchOptions extends FolderOptions {
  /** The folder to search upwards from for `node_modules/.bin`. */
  cwd?: string
}

/**
 * The folders to search for an agent's program, in order: Capstan's own installations, the project's `node_modules`,
 * the PATH, and npm's global folders.
 */
export function searchFolders(agent: string, options: SearchOptions = {}): string[] {
  return [prefixFolder(agent, options), ...sharedFolders(options)]
}

/** Where Capstan installs an agent's programs. */
export function prefixFolder(agent: string, options: SearchOptions = {}): string {
  return join(agentPrefix(agent, options), 'node_modules', '.bin')
}

/** Where Capstan installs only a bridge. Not searched for agents, because the folder may hold an incomplete agent. */
export function bridgeFolder(agent: string, options: SearchOptions = {}): string {
  return join(bridgePrefix(agent, options), 'node_modules', '.bin')
}

/** The folders shared by all agents. */
export function sharedFolders(options: SearchOptions = {}): string[] {
  const { environment = process.env, platform = process.platform, cwd = process.cwd() } = options
  const path = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter)
  const { npm_config_prefix: prefix, APPDATA } = environment
  const folders = [
    ...projectFolders(cwd),
    ...path,
    dirname(process.execPath),
    ...(prefix ? [platform === 'win32' ? prefix : join(prefix, 'bin')] : []),
    ...(platform === 'win32' && APPDATA ? [join(APPDATA, 'npm')] : []),
  ]
  return [...new Set(folders.filter((folder) => folder !== ''))]
}

function projectFolders(cwd: string): string[] {
  const parent = dirname(cwd)
  const own = join(cwd, 'node_modules', '.bin')
  return parent === cwd ? [own] : [own, ...projectFolders(parent)]
}

/** The first program with one of these names in these folders, or undefined. An absolute path is used as is. */
export function findBinary(
  names: readonly string[],
  folders: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : ['']
  const placed = names.find((name) => isAbsolute(name))
  if (placed !== undefined) return ['', ...endings].map((ending) => placed + ending).find(isProgram)
  for (const folder of folders) {
    for (const name of names) {
      // Concatenated instead of joined: most candidates do not exist, and only a match needs a normalized path.
      const found = endings.find((ending) => isProgram(folder + sep + name + ending))
      if (found !== undefined) return join(folder, name + found)
    }
  }
  return undefined
}

/** Most of the many paths do not exist, so a missing file must not cost an exception. */
function isProgram(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats?.isFile() === true && (process.platform === 'win32' || (stats.mode & 0o111) !== 0)
  } catch {
    return false
  }
}
