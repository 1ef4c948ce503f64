import type { Dirent } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { isInside } from '../core/files/path-inside.ts'
import { gitSettingsFiles } from './git-paths.ts'
import { systemFolders } from './visible-paths.ts'

const {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} = process.getBuiltinModule('node:fs')

/**
 * Folders of a home with programs, by the tools that install there, and files with versions and settings of git. None of
 * them holds credentials: `.config/git` and `.local/share/uv` do, so they are not shown as a whole.
 */
const toolFolders = [
  ...'.nvm .volta .fnm .asdf .bun .deno .pyenv .rbenv .rustup .sdkman .linuxbrew .npm-global'.split(' '),
  ...'.local/share/mise .local/share/fnm .local/share/pnpm .local/share/pipx .local/pipx'.split(' '),
  ...'.local/share/uv/tools .local/share/uv/python .local/bin .local/lib .cargo/bin go/bin bin'.split(' '),
  ...'.gitconfig .config/git/config .config/git/ignore .config/git/attributes .config/git/hooks'.split(' '),
  ...'.tool-versions .asdfrc .nvmrc .node-version .python-version .ruby-version'.split(' '),
]

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
    ...gitSettingsFiles(home),
    ...[...path, node].flatMap((folder) => [
      folder,
      ...installationOf(folder, home),
      ...linkedPrograms(folder, home),
    ]),
    ...programs.flatMap((program) => programFiles(program, home)),
  ]
  const realHome = realpathSync(existsSync(home) ? home : sep)
  const shown = [...new Set(paths)].filter(
    (one) => !isTooWide(one, home) && !isTooWide(one, realHome) && existsSync(one),
  )
  // Each mount takes time, and bubblewrap cannot mount over a link: a folder shows what is in it.
  const folders = [...systemFolders, ...shown]
  return shown.filter(
    (one) => !isOfSystem(one) && !folders.some((folder) => folder !== one && isInside(one, folder)),
  )
}

/**
 * `/opt/node` of `/opt/node/bin`, and the packages of `node_modules/.bin`. Of a folder directly in the home only the
 * packages: the rest may be anything.
 */
function installationOf(folder: string, home: string): string[] {
  const parent = dirname(folder)
  if (folder.endsWith(join('node_modules', '.bin'))) return [parent]
  const isNamed = folder.endsWith(`${sep}bin`) || folder.endsWith(`${sep}sbin`)
  if (!isNamed || isTooWide(parent, home)) return []
  return dirname(parent) === home ? [join(parent, 'lib'), join(parent, 'libexec')] : [parent]
}

/** Folders that many programs and users share: showing one would show the files of others. */
const sharedFolders = new Set('/home /media /mnt /opt /run /srv /tmp /var /var/tmp'.split(' '))

function isTooWide(folder: string, home: string): boolean {
  return folder === sep || sharedFolders.has(folder) || folder === tmpdir() || isInside(home, folder)
}

/** The most links of a folder to follow: more means a package manager, whose links stay in its own folder. */
const mostLinks = 200

/** Programs outside of a folder of the PATH to which its links lead. */
function linkedPrograms(folder: string, home: string): string[] {
  if (isOfSystem(folder)) return []
  const links = entriesOf(folder).filter((entry) => entry.isSymbolicLink())
  if (links.length > mostLinks) return []
  return links.flatMap(({ name }) => {
    const steps = linkSteps(join(folder, name))
    const isOwn = steps.every((step) => isInside(step, dirname(folder)))
    return isOwn ? [] : [...steps.slice(1), ...installationsOf(join(folder, name), home)]
  })
}

/** A program with every link that leads to it, what its files need, and the programs that a script starts. */
function programFiles(program: string, home: string, depth = 3): string[] {
  const steps = linkSteps(program)
  const folders = [...new Set(steps.map((step) => dirname(step)))]
  return [
    // A folder would cover a file that was mounted before.
    ...folders,
    ...folders.flatMap(packagesAround),
    ...steps,
    ...installationsOf(program, home),
    ...(depth === 0 ? [] : startedBy(program).flatMap((one) => programFiles(one, home, depth - 1))),
  ]
}

/** The packages of a folder by the path that leads to it: a program may look for them there, and not behind a link. */
function packagesAround(folder: string): string[] {
  const parts = folder.split(sep)
  const modules = parts.indexOf('node_modules')
  return modules === -1 ? [] : [join(sep, ...parts.slice(0, modules + 1))]
}

/** What a program in a hidden workspace needs of it: its file and the nearest packages. A link could lead to any file. */
export function programsWithin(folder: string, programs: readonly string[]): string[] {
  const found = programs.filter((program) => program !== folder && isInside(program, folder))
  return [...new Set(found)].flatMap((program) => {
    const packages = packagesAround(program)[0] ?? packagesAbove(program, folder)
    const isFile = lstatSync(program, { throwIfNoEntry: false })?.isFile() === true
    return [...(isFile ? [program] : []), ...(packages === undefined ? [] : [packages])]
  })
}

function packagesAbove(program: string, folder: string): string | undefined {
  for (let one = dirname(program); isInside(one, folder); one = dirname(one)) {
    if (lstatSync(join(one, 'node_modules'), { throwIfNoEntry: false })?.isDirectory() === true)
      return join(one, 'node_modules')
  }
  return undefined
}

/** A path and what its links name, one after the other. */
function linkSteps(path: string): string[] {
  const steps = [path]
  for (let one = path; steps.length < 10;) {
    if (lstatSync(one, { throwIfNoEntry: false })?.isSymbolicLink() !== true) break
    one = resolve(dirname(one), readlinkSync(one))
    steps.push(one)
  }
  return steps
}

function isOfSystem(path: string): boolean {
  return systemFolders.some((folder) => isInside(path, folder))
}

/** How much of a script is read. */
const scriptBytes = 8192

/** The programs that a shell script names by their whole path, as wrappers do. */
function startedBy(program: string): string[] {
  const text = beginningOf(program)
  if (!/^#!.*\b(?:ba|da|z|k)?sh\b/.test(text)) return []
  const paths =
    text
      .split('\n')
      .slice(1)
      .join('\n')
      .match(/(?<![\w.$}~-])\/[\w@%+=:,./-]+/g) ?? []
  return [...new Set(paths)].filter((path) => !isOfSystem(path) && isProgram(path))
}

function beginningOf(path: string): string {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(scriptBytes)
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, scriptBytes, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

function isProgram(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() === true && (stats.mode & 0o111) !== 0
}

/**
 * The file behind the links of a program, and its folders: the packages beside it, its virtual environment, or the
 * package that it belongs to.
 */
function installationsOf(program: string, home: string): string[] {
  try {
    const file = realpathSync(program)
    const folder = dirname(file)
    const parts = folder.split(sep)
    const modules = parts.indexOf('node_modules')
    if (modules !== -1) return [file, join(sep, ...parts.slice(0, modules + 1))]
    const parent = dirname(folder)
    const environment = existsSync(join(parent, 'pyvenv.cfg')) ? parent : undefined
    const known = environment ?? packageOf(folder, home)
    return [file, ...(known === undefined ? [folder, ...installationOf(folder, home)] : [known])]
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

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
