import { buildEnvironment } from '../../process/environment.ts'
import { A2EError } from '../a2e-error.ts'

/** Which programs an agent may run, and with which variables. */
export interface ProgramOptions {
  /** The allowed programs, by the name they are called with; all programs if omitted. */
  programs?: readonly string[]
  /**
   * The variables that an agent may set for an allowed program; none if omitted. A variable can decide which code a
   * program loads, so be as careful as with programs. Without `programs` an agent may set any variable.
   */
  variables?: readonly string[]
  /** How many programs of all sessions run at a time; 64 if omitted. */
  maxHostProcesses?: number
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

/**
 * The complete environment of a program that an agent runs.
 * @throws A2EError `tool_denied` for a variable that the agent may not set.
 */
export function programEnvironment(
  { environment = {}, programs, variables = [] }: ProgramOptions,
  requested: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const denied = Object.keys(requested).filter((name) => !variables.includes(name))
  if (programs !== undefined && denied.length > 0) {
    const noun = denied.length === 1 ? 'variable' : 'variables'
    throw new A2EError('tool_denied', `An allowed program cannot get the ${noun} ${denied.join(', ')}`, {
      detail: { denied, variables },
      hint: 'Omit them, or list them in `variables` of the plugin.',
    })
  }
  return buildEnvironment({ source: process.env, passOn: passedOn, set: { ...environment, ...requested } })
}

/** @throws A2EError `tool_denied` for a program that is not allowed. */
export function requireProgram(program: string, { programs }: ProgramOptions): void {
  if (program !== '' && (programs === undefined || programs.includes(program))) return
  throw new A2EError('tool_denied', `The program ${JSON.stringify(program)} is not allowed`, {
    detail: { program, ...(programs === undefined ? {} : { programs }) },
  })
}

/** Limits how many programs of all sessions run at a time. */
export class ProgramSlots {
  readonly #limit: number
  #taken = 0

  constructor({ maxHostProcesses = 64 }: ProgramOptions) {
    this.#limit = maxHostProcesses
  }

  /**
   * Takes a slot; returns the function that frees it.
   * @throws A2EError `proc_limit` when all are taken.
   */
  take(): () => void {
    if (this.#taken >= this.#limit) {
      throw new A2EError('proc_limit', `The host already runs ${this.#limit} programs`, {
        detail: { limit: this.#limit },
        retryable: true,
      })
    }
    this.#taken += 1
    let isFree = false
    return () => {
      if (!isFree) this.#taken -= 1
      isFree = true
    }
  }
}
