import { delimiter, isAbsolute, join } from 'node:path'
import { CapstanError } from '../core/capstan-error.ts'

const { accessSync, constants } = process.getBuiltinModule('node:fs')

/** Whether sandboxes work on this machine: `path` is the program of bubblewrap, `problem` says why not. */
export type SandboxSupport = { readonly path: string } | { readonly problem: string }

const known = new Map<string, SandboxSupport>()

/** Finds bubblewrap and tries it once per process: some systems do not let it make namespaces. */
export function sandboxSupport(environment: Readonly<Record<string, string | undefined>>): SandboxSupport {
  const path = environment['PATH'] ?? ''
  const found = known.get(path) ?? findSupport(path)
  known.set(path, found)
  return found
}

/** @throws CapstanError `SANDBOX_UNAVAILABLE` */
export function requireBubblewrap(environment: Readonly<Record<string, string | undefined>>): string {
  const support = sandboxSupport(environment)
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
