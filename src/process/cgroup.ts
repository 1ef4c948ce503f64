import { accessSync, constants, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { filePromises } from '../core/file-promises.ts'
import { ignore } from '../core/ignore.ts'
import { ownerMark } from './run-mark.ts'

/** The program to start in a cgroup. */
export interface ContainedCommand {
  command: string
  arguments: readonly string[]
  environment: Readonly<Record<string, string | undefined>>
  cwd: string
}

/** A cgroup of one process and all its descendants, which they cannot leave by a new session, parent or environment. */
export interface Cgroup {
  /** The command that moves itself into the cgroup and then becomes the program. */
  enter(command: ContainedCommand): ContainedCommand
  /** Kills all processes that are left in the cgroup and removes it. */
  end(): Promise<void>
}

const pauses = [1, 5, 10, 20, 50, 100, 200, 400]
let count = 0

/** The folder for the cgroups of this process; undefined where this process may not create cgroups. */
export function ownerCgroup(): string | undefined {
  ownerFolder ??= { path: findFolder() }
  return ownerFolder.path
}

let ownerFolder: { path: string | undefined } | undefined

/** Creates a cgroup; undefined where the system has no cgroups of version 2 that this process may change. */
export async function createCgroup(): Promise<Cgroup | undefined> {
  const owner = ownerCgroup()
  if (owner === undefined) return undefined
  count += 1
  const folder = join(owner, String(count))
  try {
    await filePromises().mkdir(folder, { recursive: true })
    // Kernels before 5.14 cannot kill a cgroup at once.
    await filePromises().access(join(folder, 'cgroup.kill'), constants.W_OK)
  } catch {
    await removeFolder(folder)
    await removeFolder(owner)
    return undefined
  }
  return { enter: (command) => entering(folder, command), end: () => endCgroup(folder, owner) }
}

/** Shells export these; a program should get only the variables of its command. */
const shellVariables = ['PWD', 'OLDPWD', 'SHLVL']

function entering(folder: string, contained: ContainedCommand): ContainedCommand {
  const { command, arguments: rest, environment } = contained
  // A program that cannot start is started directly, so that the error names the reason.
  if (!isProgram(contained)) return contained
  const unset = shellVariables.filter((name) => environment[name] === undefined).join(' ')
  const script = `echo 0 >"$1/cgroup.procs" || exit 126; shift; unset ${unset}; exec "$@"`
  return {
    ...contained,
    command: '/bin/sh',
    arguments: ['-c', script, 'capstan-cgroup', folder, command, ...rest],
  }
}

function isProgram({ command, environment, cwd }: ContainedCommand): boolean {
  const folders = command.includes('/') ? [''] : (environment['PATH'] ?? '').split(':')
  return folders.some((folder) => {
    try {
      accessSync(resolve(cwd, folder, command), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

async function endCgroup(folder: string, owner: string): Promise<void> {
  for (const pause of pauses) {
    if (await removeFolder(folder)) break
    // It may be gone by now.
    await filePromises().writeFile(join(folder, 'cgroup.kill'), '1').catch(ignore)
    await new Promise((done) => setTimeout(done, pause))
  }
  await removeFolder(owner)
}

/** False while the cgroup has processes or other cgroups. */
async function removeFolder(folder: string): Promise<boolean> {
  try {
    await filePromises().rmdir(folder)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}

function findFolder(): string | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const [, own] = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? []
    const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    const [, root, mount] = /^\S+ \S+ \S+ (\S+) (\S+) .* - cgroup2 /m.exec(mounts) ?? []
    if (own === undefined || root === undefined || mount === undefined) return undefined
    const folder = join(mount, relative(root, own))
    for (const path of [folder, join(folder, 'cgroup.procs')]) accessSync(path, constants.W_OK)
    return join(folder, `capstan-${ownerMark()}`)
  } catch {
    return undefined
  }
}
