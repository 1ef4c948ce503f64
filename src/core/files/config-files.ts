/** The configuration files of the user and the project. */
export interface ConfigFiles {
  /** The user's file, which may not exist. */
  readonly user: string
  readonly hasUser: boolean
  /** The project's file, if it exists. */
  readonly project?: string
}

export interface ConfigPlaces {
  /** The folder from which the project's file is searched, upwards. */
  readonly folder: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly platform?: NodeJS.Platform
  /** The user's home. */
  readonly home?: string
}

export const projectConfigName = 'capstan.config.json'

/** Finds the files without reading them or loading modules: most runs have none. */
export function configFiles(places: ConfigPlaces): ConfigFiles {
  const user = userConfigFile(places)
  const project = projectConfigFile(places.folder)
  return { user, hasUser: isThere(user), ...(project === undefined ? {} : { project }) }
}

/** The user's file: `CAPSTAN_CONFIG`, `config.json` in `CAPSTAN_HOME`, or in the platform's configuration folder. */
export function userConfigFile({
  environment = process.env,
  platform = process.platform,
  home,
}: Omit<ConfigPlaces, 'folder'>): string {
  const { CAPSTAN_CONFIG, CAPSTAN_HOME, XDG_CONFIG_HOME, APPDATA } = environment
  const path = process.getBuiltinModule('node:path')
  if (CAPSTAN_CONFIG) return path.resolve(CAPSTAN_CONFIG)
  if (CAPSTAN_HOME) return path.join(CAPSTAN_HOME, 'config.json')
  const own = home ?? process.getBuiltinModule('node:os').homedir()
  if (platform === 'darwin') return path.join(own, 'Library', 'Application Support', 'capstan', 'config.json')
  if (platform === 'win32')
    return path.join(APPDATA || path.join(own, 'AppData', 'Roaming'), 'capstan', 'config.json')
  return path.join(XDG_CONFIG_HOME || path.join(own, '.config'), 'capstan', 'config.json')
}

/**
 * The nearest file from a folder up to the root of its repository. Outside of a repository only the folder itself counts:
 * a file in a shared folder, such as the temporary folder, must not apply to all folders below it.
 */
function projectConfigFile(folder: string): string | undefined {
  const path = process.getBuiltinModule('node:path')
  let found: string | undefined
  for (let current = folder; ; current = path.dirname(current)) {
    const file = path.join(current, projectConfigName)
    if (found === undefined && isThere(file)) found = file
    if (isRepository(path.join(current, '.git'))) return found
    if (path.dirname(current) === current)
      return found === path.join(folder, projectConfigName) ? found : undefined
  }
}

/** In a git worktree `.git` is a file; a `.git` folder must have a `HEAD`. */
function isRepository(path: string): boolean {
  const { lstatSync } = process.getBuiltinModule('node:fs')
  try {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined) return false
    return !found.isDirectory() || isThere(process.getBuiltinModule('node:path').join(path, 'HEAD'))
  } catch {
    return false
  }
}

/** A broken link counts as existing, so that reading it reports the problem. */
function isThere(path: string): boolean {
  const options = { throwIfNoEntry: false } as const
  try {
    return process.getBuiltinModule('node:fs').lstatSync(path, options) !== undefined
  } catch {
    return false
  }
}
