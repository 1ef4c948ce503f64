import type { ProgramOptions } from '../program.ts'

export interface ProcPluginOptions extends ProgramOptions {
  /** The root folder for processes; the host's root if omitted. */
  root?: string
  /** The maximum number of running processes per session; 8 if omitted. */
  maxProcesses?: number
  /** How many characters of a process's output to pass on; 4 × 1024 × 1024 if omitted. */
  outputLimit?: number
  /** The maximum run time of a process, in milliseconds; one hour if omitted. */
  timeout?: number
  priority?: number
}
