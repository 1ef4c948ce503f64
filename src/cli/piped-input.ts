import { CapstanError } from '../core/capstan-error.ts'

/** How long to wait for the first byte of an open pipe, in milliseconds. */
const firstByteWait = 3000

/** Piped input beside a typed prompt; `silent` if stdin is an open pipe that sent nothing. */
export interface PipedInput {
  text: string
  silent: boolean
}

/**
 * Reads a file or a pipe on stdin to its end. A terminal, `/dev/null` and a closed stdin are empty. A pipe has to send its
 * first byte soon: many programs start others with a pipe on stdin that stays open and empty.
 */
export async function readPipedInput(read: () => Promise<string>, signal: AbortSignal): Promise<PipedInput> {
  const kind = stdinKind()
  if (kind === 'none') return { text: '', silent: false }
  const { stdin } = process
  const stop = (): void => void stdin.destroy(stoppedError())
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (signal.aborted) stop()
    if (kind === 'pipe' && !(await sendsSomething(signal))) {
      // An open pipe would keep this process from ending.
      stdin.destroy()
      return { text: '', silent: true }
    }
    return { text: await read(), silent: false }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function sendsSomething(signal: AbortSignal): Promise<boolean> {
  const { stdin } = process
  const waited = AbortSignal.timeout(firstByteWait)
  try {
    // `readable` also fires at the end of a stream.
    await process
      .getBuiltinModule('node:events')
      .once(stdin, 'readable', { signal: AbortSignal.any([signal, waited]) })
    return true
  } catch (error) {
    if (signal.aborted || !waited.aborted) throw signal.aborted ? stoppedError() : error
    return false
  }
}

function stoppedError(): CapstanError {
  return new CapstanError('ABORTED', 'The run was stopped')
}

function stdinKind(): 'file' | 'pipe' | 'none' {
  try {
    const stats = process.getBuiltinModule('node:fs').fstatSync(0)
    if (stats.isFile()) return 'file'
    return stats.isFIFO() || stats.isSocket() ? 'pipe' : 'none'
  } catch {
    return 'none'
  }
}
