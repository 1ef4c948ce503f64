import { basename } from 'node:path'

// Importing it as a module loads its streams too.
const { closeSync, openSync, readSync } = process.getBuiltinModule('node:fs')

/** Matches only scripts that take Node from the PATH; a script with another interpreter or options is left alone. */
const firstLine = /^#! ?(?:\/usr)?\/bin\/env node\r?\n/
const enough = 32

/** Whether this process is Node itself and not a program that embeds Node. */
const isNode = /^node(js)?(\.exe)?$/.test(basename(process.execPath).toLowerCase())

/** Makes Node write to pipes synchronously, so that output is not cut off at exit. */
const blockingOutput = [
  '--import',
  'data:text/javascript,process.stdout._handle?.setBlocking?.(true)',
] as const

/**
 * The command that starts a program. A script that takes Node from the PATH is started with the Node of this process.
 */
export function startCommand(program: string, { blocksOutput = false } = {}): [string, ...string[]] {
  if (!isNode || !isNodeScript(program)) return [program]
  return [process.execPath, ...(blocksOutput ? blockingOutput : []), program]
}

function isNodeScript(program: string): boolean {
  let file: number | undefined
  try {
    file = openSync(program, 'r')
    const beginning = Buffer.alloc(enough)
    return firstLine.test(beginning.toString('latin1', 0, readSync(file, beginning)))
  } catch {
    // A program may be executable without being readable.
    return false
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
