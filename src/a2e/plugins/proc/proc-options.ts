import type { ProgramOptions } from '../program.ts'

export interface ProcPluginOptions extends ProgramOptions {
  /** The folder the processes run in; the host's root if not given. */
  root?: string
  /** How many processes a session may have at a time; 8 if not given. */
  maxProcesses?: number
  /** How many characters of output of a process are passed on; 4 × 1024 × 1024 if not given. */
  outputLimit?: number
  /** The longest a process may run, in milliseconds; an hour if not given. */
  timeout?: number
  priority?: number
}
