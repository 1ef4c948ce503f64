import type * as ChildProcessModule from 'node:child_process'

/** `node:child_process`, loaded at the first use: it takes 5 ms, and commands that start no process do not need it. */
export function childProcess(): typeof ChildProcessModule {
  return process.getBuiltinModule('node:child_process')
}
