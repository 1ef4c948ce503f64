import { resolve } from 'node:path'
import { constants } from 'node:fs'
import { filePromises } from '../core/file-promises.ts'
import { CapstanError } from '../core/capstan-error.ts'

interface Reason {
  why: string
  hint?: string
}

const reasons: Readonly<Record<string, Reason>> = {
  ENOENT: {
    why: 'not found',
    hint: 'Install the program, put its folder on the PATH, or use its full path.',
  },
  EACCES: { why: 'permission denied', hint: 'Make the file executable, or name another program.' },
  E2BIG: {
    why: 'the arguments and environment are too long for the system',
    hint: 'Pass long texts in a file or on stdin.',
  },
}

const noInterpreter: Reason = {
  why: 'the interpreter in its first line was not found',
  hint: 'Install the interpreter, or correct the first line of the script.',
}

/** Explains why a program did not start: the system error does not distinguish a missing folder from a missing program. */
export async function startFailure(
  options: { command: string; cwd: string },
  cause: unknown,
): Promise<CapstanError> {
  const { why, hint } = (await folderReason(options.cwd)) ?? (await programReason(options, cause))
  return new CapstanError('AGENT_NOT_STARTED', `Cannot start ${options.command}: ${why}`, {
    ...(hint === undefined ? {} : { hint }),
    cause,
  })
}

async function folderReason(cwd: string): Promise<Reason | undefined> {
  const hint = 'Use a working folder that exists and that you can access.'
  try {
    if (!(await filePromises().stat(cwd)).isDirectory()) return { why: `${cwd} is not a folder`, hint }
    await filePromises().access(cwd, constants.X_OK)
    return undefined
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return { why: missing ? `the folder ${cwd} does not exist` : `no access to the folder ${cwd}`, hint }
  }
}

async function programReason(
  { command, cwd }: { command: string; cwd: string },
  cause: unknown,
): Promise<Reason> {
  const { code = '', message } = cause as NodeJS.ErrnoException
  const named = /[/\\]/.test(command)
  if (code === 'ENOENT' && named && (await exists(resolve(cwd, command)))) return noInterpreter
  return reasons[code] ?? { why: message }
}

function exists(path: string): Promise<boolean> {
  return filePromises()
    .access(path)
    .then(
      () => true,
      () => false,
    )
}
