import { delimiter, dirname, isAbsolute, join, sep } from 'node:path'
import type { FolderOptions } from '../../core/files/data-folder.ts'
import { agentPrefix, bridgePrefix } from './folders.ts'

// Importing it as a module loads its streams too, which costs more than all the looking.
const { statSync } = process.getBuiltinModule('node:fs')

export interface SearchOptions extends FolderOptions {
  /** Where to look for a project's own `node_modules/.bin`, upwards from here. */
  cwd?: string
}

/**
 * The folders a program of an agent may lie in, in the order they are asked: what Capstan installed itself, what the
 * project brings, the PATH, and the places npm installs global programs to.
 */
export function searchFolders(agent: string, options: SearchOptions = {}): string[] {
  return [prefixFolder(agent, options), ...sharedFolders(options)]
}

/** Where Capstan itself installs the programs of an agent. */
export function prefixFolder(agent: string, options: SearchOptions = {}): string {
  return join(agentPrefix(agent, options), 'node_modules', '.bin')
}

/** Where Capstan installs a bridge alone. Only the bridge is looked for there: its packages may hold half an agent. */
export function bridgeFolder(agent: string, options: SearchOptions = {}): string {
  return join(bridgePrefix(agent, options), 'node_modules', '.bin')
}

/** The folders that are the same for all agents. */
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

/** The first program of one of these names in these folders, or undefined. A whole path stands for itself. */
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
      // Put together by hand: nearly none is there, and only one that is has to be a clean path.
      const found = endings.find((ending) => isProgram(folder + sep + name + ending))
      if (found !== undefined) return join(folder, name + found)
    }
  }
  return undefined
}

/** Asked of many paths of which nearly none is there, so that not being there must not be an exception. */
function isProgram(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats?.isFile() === true && (process.platform === 'win32' || (stats.mode & 0o111) !== 0)
  } catch {
    return false
  }
}
