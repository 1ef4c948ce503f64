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
    why: 'it is not there',
    hint: 'Install it, put its folder on the PATH that it is given, or name it by its full path.',
  },
  EACCES: { why: 'it may not be run', hint: 'Make the file executable, or name the program itself.' },
  E2BIG: {
    why: 'its arguments and environment are too long for the system',
    hint: 'Pass long texts by a file or by stdin.',
  },
}

const noInterpreter: Reason = {
  why: 'the program that its first line names is not there',
  hint: 'Install the interpreter that the script needs, or correct its first line.',
}

/** Says why the system did not start a program: its own code does not tell a missing folder from a missing program. */
export async function startFailure(
  options: { command: string; cwd: string },
  cause: unknown,
): Promise<CapstanError> {
  const { why, hint } = (await folderReason(options.cwd)) ?? (await programReason(options, cause))
  return new CapstanError('AGENT_NOT_STARTED', `${options.command} could not be started: ${why}`, {
    ...(hint === undefined ? {} : { hint }),
    cause,
  })
}

async function folderReason(cwd: string): Promise<Reason | undefined> {
  const hint = 'Give it a working folder that exists and may be entered.'
  try {
    if (!(await filePromises().stat(cwd)).isDirectory()) return { why: `${cwd} is not a folder`, hint }
    await filePromises().access(cwd, constants.X_OK)
    return undefined
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return { why: missing ? `the folder ${cwd} is not there` : `the folder ${cwd} may not be entered`, hint }
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
