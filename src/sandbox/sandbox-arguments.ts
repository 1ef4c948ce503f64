import { isAbsolute, join } from 'node:path'
import { isInside } from '../core/files/path-inside.ts'
import type { SandboxPlan } from './sandbox-plan.ts'
import { worktreePaths } from './git-paths.ts'
import { programPaths, programsWithin } from './program-paths.ts'
import { channels, privateSystemFiles, systemFolders } from './visible-paths.ts'

const { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } =
  process.getBuiltinModule('node:fs')

/** Descriptors of bubblewrap after stderr: Node's channel, its own report, the agent's output, the filter. */
export const descriptors = { channel: 3, info: 4, output: 5, filter: 6 } as const

const base = ['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--cap-drop', 'ALL']

/** What root needs for files of other users. None of them can change a mount. */
const rootCapabilities = ['CAP_DAC_OVERRIDE', 'CAP_CHOWN', 'CAP_FOWNER']

/**
 * The arguments of bubblewrap for a plan. The root is empty: only the system, the programs, the home of the run and what
 * the policy allows are mounted. Later mounts cover earlier ones.
 */
export function sandboxArguments(plan: SandboxPlan, { hasFilter }: { hasFilter: boolean }): string[] {
  const { workspace, home, environment, network } = plan
  const [cwd] = workspace
  const folders = withRealPaths(workspace)
  const around = folders.filter((folder) => isAroundHome(folder, plan))
  const temporary = temporaryFolder(plan)
  const systemFiles = privateSystemFiles()
  return [
    ...base,
    ...(process.getuid?.() === 0 ? rootCapabilities.flatMap((name) => ['--cap-add', name]) : []),
    ...(network === 'open' ? [] : ['--unshare-net']),
    ...(hasFilter ? ['--seccomp', String(descriptors.filter)] : []),
    '--info-fd',
    String(descriptors.info),
    ...systemFolders.flatMap(systemFolder),
    ...systemFiles.flatMap(masked),
    ...(network === 'open' ? readable(['/run/systemd/resolve', '/run/resolvconf']) : []),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...['/tmp', '/var/tmp', ...temporary.first].flatMap((folder) => ['--tmpfs', folder]),
    ...around.flatMap((folder) => bound(plan, folder)),
    ...withRealPaths([home.path]).flatMap((path) => ['--bind', home.from, path]),
    ...(around.length === 0 ? [] : homeEntries(plan)),
    ...temporary.inHome.flatMap((folder) => ['--tmpfs', folder]),
    ...programPaths({ ...plan, home: home.path, environment }).flatMap(programPath),
    ...plan.mounts.flatMap(({ from, at, isWritable }) => [
      isWritable ? '--bind-try' : '--ro-bind-try',
      from,
      at,
    ]),
    ...folders.filter((folder) => !around.includes(folder)).flatMap((folder) => bound(plan, folder)),
    ...temporary.inWorkspace.flatMap((folder) => ['--tmpfs', folder]),
    ...scratchFolders(plan).flatMap((folder) => ['--tmpfs', folder]),
    // A workspace such as `/etc` shows them again.
    ...systemFiles.filter((path) => folders.some((one) => isInside(path, one))).flatMap(masked),
    ...readable(plan.readable),
    ...[...plan.writable, ...plan.sockets].flatMap((path) => ['--bind', path, path]),
    // Writing beside the mounts must fail, not vanish.
    ...(plan.access === 'hidden' ? folders.filter((one) => !around.includes(one)) : []).flatMap(remounted),
    ...remounted('/'),
    '--chdir',
    cwd,
  ]
}

function remounted(path: string): string[] {
  return ['--remount-ro', path]
}

function scratchFolders({ workspace: [cwd], access, scratch = [] }: SandboxPlan): string[] {
  const folders = scratch.map((name) => join(cwd, name))
  return folders.filter(
    (path) => access !== 'write' && lstatSync(path, { throwIfNoEntry: false })?.isDirectory(),
  )
}

/** The paths that a writable window changes. */
export function windowPaths(plan: SandboxPlan): string[] {
  const paths = withRealPaths(plan.workspace).flatMap((folder) =>
    isAroundHome(folder, plan) ? visibleHomeEntries(plan) : [folder, ...worktreePaths(folder)],
  )
  return [...new Set(paths)]
}

/** Each folder, and the folder behind its links: agents and git resolve the path of their workspace. */
function withRealPaths(folders: readonly string[]): string[] {
  return [...new Set(folders.flatMap((folder) => [folder, realOf(folder)]))]
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Whether a folder contains the home, whose settings and keys it would show. The home may be a link. */
function isAroundHome(folder: string, { home }: SandboxPlan): boolean {
  return isInside(home.path, folder) || isInside(realOf(home.path), folder)
}

/** The folder for temporary files, which is the agent's own and empty, by the mounts that would cover it. */
function temporaryFolder({ workspace, home, environment }: SandboxPlan): {
  first: string[]
  inHome: string[]
  inWorkspace: string[]
} {
  const none = { first: [], inHome: [], inWorkspace: [] }
  const folder = environment['TMPDIR']
  if (folder === undefined || !isAbsolute(folder) || isInside(home.path, folder)) return none
  const isOver = workspace.some((one) => isInside(one, folder))
  if (workspace.some((one) => one !== folder && isInside(folder, one))) {
    return existsSync(folder) ? { ...none, inWorkspace: [folder] } : none
  }
  if (isInside(folder, home.path) && !isOver) return { ...none, inHome: [folder] }
  return workspace.includes(folder) ? none : { ...none, first: [folder] }
}

/** A folder of the system may be a link, as `/bin` to `/usr/bin`. */
function systemFolder(path: string): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  return stats.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

function masked(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  return stats.isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]
}

/** A link to a file stays a link, because programs look for their other files beside the file behind it. */
function programPath(path: string): string[] {
  const isLink = lstatSync(path).isSymbolicLink() && statSync(path).isFile()
  return isLink ? ['--symlink', readlinkSync(path), path] : readable([path])
}

function readable(paths: readonly string[]): string[] {
  return paths.flatMap((path) => ['--ro-bind-try', path, path])
}

/** The mounts of one folder of the workspace. */
function bound(plan: SandboxPlan, folder: string): string[] {
  if (plan.access === 'hidden') return shown(plan, folder)
  const how = plan.access === 'write' ? '--bind' : '--ro-bind'
  return [
    ...[folder, ...worktreePaths(folder)].flatMap((path) => [how, path, path]),
    ...channels(folder).flatMap((path) => ['--ro-bind', '/dev/null', path]),
  ]
}

/**
 * An empty folder with only the files of the plan and the agent's own program. Git's folder is empty: agents only ask
 * whether it exists.
 */
function shown({ workspace, shown: names, programs }: SandboxPlan, folder: string): string[] {
  const files = folder === workspace[0] ? names.map((name) => join(folder, name)) : []
  const git = existsSync(join(folder, '.git')) ? ['--dir', join(folder, '.git')] : []
  const own = programsWithin(folder, [...programs, ...programs.map(realOf)])
  return ['--tmpfs', folder, ...git, ...readable([...files.filter(isOwnFile), ...own])]
}

/** A link could lead to any file. */
function isOwnFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** The workspace contains the home: shows its files, and not the settings and keys of other programs beside them. */
function homeEntries(plan: SandboxPlan): string[] {
  if (plan.access === 'hidden') return []
  const how = plan.access === 'write' ? '--bind' : '--ro-bind'
  return visibleHomeEntries(plan).flatMap((path) => [how, path, path])
}

function visibleHomeEntries({ home }: SandboxPlan): string[] {
  return withRealPaths([home.path]).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .map((name) => join(folder, name)),
  )
}
