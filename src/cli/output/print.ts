// Not a static import: importing a builtin, or the first access to `process.stdout`, takes longer than the rest of the
// start. Not at the start of the module either: an old Node.js lacks the function and must get as far as its message.
const fileSystem = () => process.getBuiltinModule('node:fs')

export type Channel = 'stdout' | 'stderr'

const descriptors = { stdout: 1, stderr: 2 } as const

/** The exit code after the reader has closed a pipe, as `head` does. */
const closedExitCodes = { stdout: 0, stderr: 1 } as const
type ClosedExitCode = (typeof closedExitCodes)[Channel]

let onClosed: (exitCode: ClosedExitCode) => void = (exitCode) => process.exit(exitCode)

/** Replaces the exit when the reader closes a pipe. Later output is dropped. */
export function onClosedPipe(listener: typeof onClosed): void {
  onClosed = listener
}

/**
 * Writes a line synchronously, so that output keeps its order and is complete at exit.
 * Ends the process when the reader closes the pipe, unless `onClosedPipe` has a listener.
 */
export function printLine(channel: Channel, line: string): void {
  printText(channel, `${line}\n`)
}

/** Writes text without a newline. */
export function printText(channel: Channel, text: string): void {
  let bytes = Buffer.from(text)
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(fileSystem().writeSync(descriptors[channel], bytes))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN') waitBriefly()
      else if (code === 'EPIPE') return onClosed(closedExitCodes[channel])
      else throw error
    }
  }
}

/** Waits 1 ms for the reader of a full non-blocking pipe. */
function waitBriefly(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
}

/** The width of a line: that of the terminal, otherwise 80, at least 40. */
export function lineWidth(channel: Channel): number {
  // `process.stdout` is slow to create, so it is only used for a terminal.
  const columns = isTerminal(channel) ? process[channel].columns : 80
  return Math.max(40, columns || 80)
}

/** Whether the channel is a terminal. The cheap check comes first. */
export function isTerminal(channel: Channel): boolean {
  const descriptor = descriptors[channel]
  if (process.platform !== 'win32' && !fileSystem().fstatSync(descriptor).isCharacterDevice()) return false
  return process.getBuiltinModule('node:tty').isatty(descriptor)
}
