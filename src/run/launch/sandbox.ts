import { dirname, join } from 'node:path'
import { CapstanError } from '../../core/capstan-error.ts'
import { findBubblewrap } from '../permissions/bubblewrap.ts'
import { programFolder } from './program-folder.ts'

// Importing it as a module loads its streams too.
const { mkdirSync, readdirSync, statSync } = process.getBuiltinModule('node:fs')

export interface SandboxOptions {
  /** An absolute path. */
  readonly cwd: string
  readonly additionalDirectories: readonly string[]
  /** Whether the agent may write in these folders. */
  readonly isWritable: boolean
  /** The agent's files below the home folder; a name that ends with a slash is a folder. */
  readonly keeps: readonly string[]
  /** Folders from the agent's variables, and the folder of the run. */
  readonly folders: readonly string[]
  /** The programs to start. */
  readonly programs: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** System folders, which programs need and which contain no user files. */
const systemFolders = new Set(
  'bin boot dev etc lib lib32 lib64 libx32 nix opt proc sbin sys usr var'.split(' '),
)

const base = '--die-with-parent --unshare-pid --unshare-ipc --ro-bind / / --dev /dev --proc /proc'.split(' ')

/**
 * The arguments that start a command in bubblewrap: the system is readable; otherwise only the workspace and the agent's
 * own files are visible. The network is not limited, because the agent needs it for its model.
 * @throws CapstanError `SANDBOX_UNAVAILABLE` without bubblewrap.
 */
export function sandboxArguments(options: SandboxOptions): string[] {
  const { cwd, additionalDirectories, isWritable, folders, programs, environment } = options
  const home = environment['HOME'] ?? '/root'
  const temporary = environment['TMPDIR'] ?? '/tmp'
  const workspace = isWritable ? '--bind' : '--ro-bind'
  const path = (environment['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'))
  return [
    bubblewrap(path),
    ...base,
    ...hiddenFolders().flatMap((folder) => ['--tmpfs', folder]),
    ...readable(['/run/systemd/resolve']),
    '--dir',
    home,
    '--tmpfs',
    temporary,
    ...readable([
      ...path,
      dirname(process.execPath),
      ...programs.map(programFolder),
      ...programs.map(dirname),
    ]),
    ...readable([join(home, '.gitconfig'), join(home, '.config/git')]),
    ...[...keptPaths(options, home), ...folders].flatMap((kept) => ['--bind-try', kept, kept]),
    ...[cwd, ...additionalDirectories].flatMap((folder) => [workspace, folder, folder]),
    '--chdir',
    cwd,
    '--',
  ]
}

function bubblewrap(path: readonly string[]): string {
  const found = findBubblewrap(path)
  if (found !== undefined) return found
  const message =
    process.platform === 'linux' ? 'bubblewrap (bwrap) is not installed' : 'bubblewrap runs only on Linux'
  throw new CapstanError('SANDBOX_UNAVAILABLE', `The sandbox is unavailable: ${message}`, {
    hint: 'Install the package bubblewrap, or run without sandbox.',
    commandHint: 'Install the package bubblewrap, or leave out --sandbox.',
  })
}

function hiddenFolders(): string[] {
  return readdirSync('/')
    .filter((name) => !systemFolders.has(name))
    .map((name) => `/${name}`)
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
}

function readable(paths: readonly string[]): string[] {
  return [...new Set(paths)].flatMap((path) => ['--ro-bind-try', path, path])
}

/** Creates missing folders first, because files that the agent writes to an unmounted folder would be lost. */
function keptPaths({ keeps }: SandboxOptions, home: string): string[] {
  return keeps.map((kept) => {
    const path = join(home, kept)
    if (kept.endsWith('/')) mkdirSync(path, { recursive: true })
    return path
  })
}
