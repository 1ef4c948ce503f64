import { buildEnvironment } from '../../process/environment.ts'
import { A2EError } from '../a2e-error.ts'

/** Which programs an agent may have run, and with what. */
export interface ProgramOptions {
  /** The programs that may be run, by the name they are called by; every one if not given. */
  programs?: readonly string[]
  /** Variables every program gets, besides `PATH` and the language. */
  environment?: Readonly<Record<string, string>>
}

/** What a program needs to be found and to speak the right language; no secret is in it. */
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

/** The whole environment of a program an agent has run: nothing else of this process reaches it. */
export function programEnvironment(
  { environment = {} }: ProgramOptions,
  asked: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return buildEnvironment({ source: process.env, passOn: passedOn, set: { ...environment, ...asked } })
}

/** @throws A2EError `tool_denied` for a program that may not be run. */
export function requireProgram(program: string, { programs }: ProgramOptions): void {
  if (program !== '' && (programs === undefined || programs.includes(program))) return
  throw new A2EError('tool_denied', `The program ${JSON.stringify(program)} may not be run here`, {
    detail: { program, ...(programs === undefined ? {} : { programs }) },
  })
}
