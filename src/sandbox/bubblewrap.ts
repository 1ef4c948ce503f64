import { delimiter, isAbsolute, join } from 'node:path'
import { isInside } from '../core/files/path-inside.ts'
import { CapstanError } from '../core/capstan-error.ts'

const { accessSync, constants, realpathSync } = process.getBuiltinModule('node:fs')

/** Whether sandboxes work on this machine: `path` is the program of bubblewrap, `problem` says why not. */
export type SandboxSupport = { readonly path: string } | { readonly problem: string }

const known = new Map<string, SandboxSupport>()

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Finds bubblewrap outside of the workspace and tries it once per process: some systems do not let it make namespaces.
 */
export function sandboxSupport(environment: Environment, workspace: readonly string[] = []): SandboxSupport {
  const given = environment['PATH'] ?? ''
  const path = pathOutside(given, workspace)
  const found = known.get(path) ?? findSupport(path)
  known.set(path, found)
  if ('path' in found || findOnPath('bwrap', path) !== undefined) return found
  const inside = findOnPath('bwrap', given)
  return inside === undefined
    ? found
    : { problem: `${inside} is in the working folder, where an agent could have changed it` }
}

/** @throws CapstanError `SANDBOX_UNAVAILABLE` */
export function requireBubblewrap(environment: Environment, workspace: readonly string[]): string {
  const support = sandboxSupport(environment, workspace)
  if ('path' in support) return support.path
  throw new CapstanError('SANDBOX_UNAVAILABLE', `The sandbox is unavailable: ${support.problem}`, {
    hint: 'Install the package bubblewrap and allow user namespaces, or set sandbox to false.',
    commandHint: 'Install the package bubblewrap and allow user namespaces, or use --sandbox=off.',
  })
}

function findSupport(path: string): SandboxSupport {
  if (process.platform !== 'linux') return { problem: 'bubblewrap runs only on Linux' }
  const program = findOnPath('bwrap', path)
  if (program === undefined) return { problem: 'bubblewrap (bwrap) is not installed' }
  const tried = process
    .getBuiltinModule('node:child_process')
    .spawnSync(
      program,
      ['--unshare-pid', '--unshare-net', '--ro-bind', '/', '/', '--', program, '--version'],
      {
        encoding: 'utf8',
        timeout: 5000,
      },
    )
  if (tried.status === 0) return { path: program }
  return { problem: `bubblewrap cannot make namespaces here (${tried.stderr?.trim() || 'no answer'})` }
}

/**
 * The folders of a PATH that are not in the workspace, such as `node_modules/.bin` under npm: a program there would run
 * outside of the sandbox, and an agent may have written it.
 */
export function pathOutside(path: string, workspace: readonly string[]): string {
  const real = workspace.map(realOf)
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !real.some((one) => isInside(realOf(folder), one)))
    .join(delimiter)
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** The first program with this name on the PATH. */
export function findOnPath(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
