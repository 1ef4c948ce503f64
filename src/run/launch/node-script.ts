import { basename } from 'node:path'

// Importing it as a module loads its streams too.
const { closeSync, openSync, readSync } = process.getBuiltinModule('node:fs')

/** Only where the PATH would decide: a script that names its interpreter or gives it options has its reasons. */
const firstLine = /^#! ?(?:\/usr)?\/bin\/env node\r?\n/
const enough = 32

/** Whether this process is Node itself and not a program that has Node inside. */
const isNode = /^node(js)?(\.exe)?$/i.test(basename(process.execPath))

/** Makes Node write to a pipe as it does to a file: whole, before the next line of the program. */
const blockingOutput = [
  '--import',
  'data:text/javascript,process.stdout._handle?.setBlocking?.(true)',
] as const

/**
 * The words that start a program. A script for whatever Node the PATH has is started with the Node that runs us, so
 * that it does not depend on the PATH.
 */
export function startWords(program: string, { blocksOutput = false } = {}): [string, ...string[]] {
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
    // A program may be run by those who may not read it.
    return false
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
