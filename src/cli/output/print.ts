// Not imported: a static import of a builtin, or the first touch of `process.stdout`, costs a start more than
// everything else the program does before its first line.
const fileSystem = process.getBuiltinModule('node:fs')

export type Channel = 'stdout' | 'stderr'

const descriptors = { stdout: 1, stderr: 2 } as const

/**
 * Writes a line whole before it returns, so that what is printed keeps its order and nothing is cut off at exit.
 * Ends the process when the reader of stdout has seen enough, as `head` has.
 */
export function printLine(channel: Channel, line: string): void {
  printText(channel, `${line}\n`)
}

/** The same without the end of a line. */
export function printText(channel: Channel, text: string): void {
  let bytes = Buffer.from(text)
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(fileSystem.writeSync(descriptors[channel], bytes))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN') waitBriefly()
      else if (code === 'EPIPE') process.exit(channel === 'stdout' ? 0 : 1)
      else throw error
    }
  }
}

/** The pipe is full and does not block: the reader needs a moment. */
function waitBriefly(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
}

/** How many columns a line may take: those of the terminal, 80 elsewhere, and never fewer than 40. */
export function lineWidth(channel: Channel): number {
  // `process.stdout` is touched only where it is a terminal: that costs more than the rest of the start.
  const columns = isTerminal(channel) ? process[channel].columns : 80
  return Math.max(40, columns || 80)
}

/** Whether a person is reading. Asks the terminal only when it may be one. */
export function isTerminal(channel: Channel): boolean {
  const descriptor = descriptors[channel]
  if (process.platform !== 'win32' && !fileSystem.fstatSync(descriptor).isCharacterDevice()) return false
  return process.getBuiltinModule('node:tty').isatty(descriptor)
}
