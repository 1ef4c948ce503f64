import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { isInside } from '../core/files/path-inside.ts'

const { existsSync, readdirSync, readFileSync, realpathSync, statSync } = process.getBuiltinModule('node:fs')

/** Folders of the system that programs need. They hold no files of users. */
export const systemFolders =
  '/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc /nix /gnu /sys/devices/system/cpu /sys/fs/cgroup'.split(
    ' ',
  )

/** Files of `systemFolders` that root could read. */
export const hiddenSystemFiles =
  '/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/sudoers /etc/ssl/private /etc/krb5.keytab'.split(
    ' ',
  )

/** Folders of a home with programs and without credentials, by the tools that install there. */
const toolFolders = (
  '.nvm .volta .fnm .asdf .bun .deno .pyenv .rbenv .rustup .sdkman .linuxbrew .npm-global .local/share/mise ' +
  '.local/share/fnm .local/share/pnpm .local/share/uv .local/share/pipx .local/pipx .local/bin .local/lib .cargo/bin ' +
  'go/bin bin .gitconfig .config/git'
).split(' ')

/** The folders that the programs of the agent and the commands of its PATH need, and the user's git settings. */
export function programPaths(options: {
  programs: readonly string[]
  home: string
  environment: Readonly<Record<string, string | undefined>>
}): string[] {
  const { programs, home, environment } = options
  const path = (environment['PATH'] ?? '').split(':').filter((folder) => isAbsolute(folder))
  const node = dirname(process.execPath)
  const paths = [
    ...toolFolders.map((folder) => join(home, folder)),
    ...[...path, node].flatMap((folder) => [folder, ...installationOf(folder, home), ...linkedFiles(folder)]),
    ...programs.flatMap((program) => [program, dirname(program), ...installationsOf(program, home)]),
  ]
  return [...new Set(paths)].filter((one) => !isTooWide(one, home) && existsSync(one))
}

/** `/opt/node` of `/opt/node/bin`, unless that folder is the home, a folder directly in it, or the root. */
function installationOf(folder: string, home: string): string[] {
  const parent = dirname(folder)
  const isNamed = folder.endsWith(`${sep}bin`) || folder.endsWith(`${sep}sbin`)
  return isNamed && dirname(parent) !== home && !isTooWide(parent, home) ? [parent] : []
}

/** Folders that many programs and users share: showing one would show the files of others. */
const sharedFolders = new Set('/home /media /mnt /opt /run /srv /tmp /var /var/tmp'.split(' '))

/**
 * What the links of a folder of the PATH lead to: the packages beside an installed package, otherwise only the file,
 * because the folder of a user's own script can hold anything.
 */
function linkedFiles(folder: string): string[] {
  if (systemFolders.some((one) => isInside(folder, one))) return []
  const links = entriesOf(folder).filter((entry) => entry.isSymbolicLink())
  const files = links.flatMap(({ name }) => {
    try {
      return [realpathSync(join(folder, name))]
    } catch {
      return []
    }
  })
  // A folder of packages may itself be a link, and relative links lead from where it is seen.
  const beside = links.length === 0 ? undefined : packagesOf(join(folder, 'program'))
  const targets = files.filter((file) => statSync(file).isFile()).map((file) => packagesOf(file) ?? file)
  return [...new Set([...(beside === undefined ? [] : [beside]), ...targets])]
}

/** The outermost folder of packages that a file is in. */
function packagesOf(file: string): string | undefined {
  const parts = dirname(file).split(sep)
  const modules = parts.indexOf('node_modules')
  return modules === -1 ? undefined : join(sep, ...parts.slice(0, modules + 1))
}

function isTooWide(folder: string, home: string): boolean {
  return folder === sep || sharedFolders.has(folder) || folder === tmpdir() || isInside(home, folder)
}

/**
 * The file behind the links of a program, and its folders: the packages beside it, its virtual environment, or the
 * package that it belongs to.
 */
function installationsOf(program: string, home: string): string[] {
  try {
    const file = realpathSync(program)
    const packages = packagesOf(file)
    if (packages !== undefined) return [packages]
    const folder = dirname(file)
    const parent = dirname(folder)
    const environment = existsSync(join(parent, 'pyvenv.cfg')) ? parent : undefined
    return [file, environment ?? packageOf(folder, home) ?? folder]
  } catch {
    return []
  }
}

/** The nearest folder above with a package.json. */
function packageOf(folder: string, home: string): string | undefined {
  for (let one = folder; !isTooWide(one, home); one = dirname(one)) {
    if (existsSync(join(one, 'package.json'))) return one
  }
  return undefined
}

/** The folders of git for a linked worktree, whose `.git` is a file that names them. */
export function worktreePaths(folder: string): string[] {
  const file = join(folder, '.git')
  try {
    if (!statSync(file).isFile()) return []
    const own = /^gitdir: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1]?.trim()
    if (own === undefined) return []
    const path = join(isAbsolute(own) ? sep : folder, own)
    // A crafted file could name any folder: only a folder that names this file back is its worktree.
    if (realpathSync(readFileSync(join(path, 'gitdir'), 'utf8').trim()) !== realpathSync(file)) return []
    const common = readFileSync(join(path, 'commondir'), 'utf8').trim()
    return [realpathSync(join(isAbsolute(common) ? sep : path, common))]
  } catch {
    return []
  }
}

/** The most entries of a workspace to look at. */
const enough = 20_000

/**
 * Named pipes and sockets of a folder: on a read-only mount they can still be written to. Looks at the first 20,000
 * entries, nearest first, and leaves out installed packages and git's objects.
 */
export function channels(folder: string): string[] {
  const found: string[] = []
  const folders = [folder]
  let left = enough
  for (let one = folders.shift(); one !== undefined && left > 0; one = folders.shift()) {
    for (const entry of entriesOf(one)) {
      left--
      if (entry.isFIFO() || entry.isSocket()) found.push(join(one, entry.name))
      else if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== 'objects')
        folders.push(join(one, entry.name))
    }
  }
  return found
}

function entriesOf(folder: string): import('node:fs').Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
