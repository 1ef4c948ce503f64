import { buildEnvironment } from '../../process/environment.ts'
import { A2EError } from '../a2e-error.ts'

/** Which programs an agent may run, and with which variables. */
export interface ProgramOptions {
  /** The allowed programs, by the name they are called with; all programs if omitted. */
  programs?: readonly string[]
  /** Variables for every program, besides `PATH` and the locale. */
  environment?: Readonly<Record<string, string>>
}

/** Variables of the host that every program gets; none holds secrets. */
const passedOn = [
  'PATH',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'SystemRoot',
  'PATHEXT',
  'TEMP',
  'TMP',
  'TMPDIR',
]

/** The complete environment of a program that an agent runs. */
export function programEnvironment(
  { environment = {} }: ProgramOptions,
  requested: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return buildEnvironment({ source: process.env, passOn: passedOn, set: { ...environment, ...requested } })
}

/** @throws A2EError `tool_denied` for a program that is not allowed. */
export function requireProgram(program: string, { programs }: ProgramOptions): void {
  if (program !== '' && (programs === undefined || programs.includes(program))) return
  throw new A2EError('tool_denied', `The program ${JSON.stringify(program)} is not allowed`, {
    detail: { program, ...(programs === undefined ? {} : { programs }) },
  })
}
