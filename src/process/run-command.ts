import { spawn } from 'node:child_process'
import { CapstanError } from '../core/capstan-error.ts'
import { commandLine } from './command-line.ts'
import { createMark, withMark } from './run-mark.ts'
import { terminate } from './terminate.ts'

export interface CommandOptions {
  command: string
  arguments?: readonly string[]
  /** The whole environment of the child: nothing is added but `CAPSTAN_RUN`, by which all it starts is found. */
  environment: Readonly<Record<string, string | undefined>>
  cwd?: string
  /** Written to its stdin, which is then closed; without it stdin is empty. */
  input?: string
  /** The child is ended after this many milliseconds. */
  timeout: number
  /** How much of each output is kept, from its start; the rest is read and let go. */
  maxOutputBytes?: number
  signal?: AbortSignal
  /** Gets output as it arrives, for progress. */
  onOutput?: (chunk: Buffer) => void
}

/** How long the output may stay open after the program itself has ended, in milliseconds. */
const graceAfterExit = 1000

export interface CommandResult {
  exitCode: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  timedOut: boolean
}

/**
 * Runs a short command to its end, without a shell.
 * It always settles: the child and all it started are ended when time is up or `signal` aborts.
 * @throws CapstanError `COMMAND_NOT_STARTED` when the program cannot be started, `ABORTED` when the signal aborts.
 */
export async function runCommand(options: CommandOptions): Promise<CommandResult> {
  const { timeout, maxOutputBytes = 64 * 1024, signal, onOutput, input } = options
  if (signal?.aborted) throw abortedError(options.command)
  const { command, args, verbatim } = commandLine(options.command, options.arguments ?? [])
  const mark = createMark()
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: withMark(options.environment, mark),
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, so that what it starts can be ended with it.
    detached: process.platform !== 'win32',
    windowsVerbatimArguments: verbatim,
  })
  // A program may end before it has read everything; what it answered is what counts.
  child.stdin.on('error', () => {}).end(input)
  const stdout = collect(child.stdout, maxOutputBytes, onOutput)
  const stderr = collect(child.stderr, maxOutputBytes, onOutput)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    void terminate(child, mark)
  }, timeout)
  const abort = (): void => void terminate(child, mark)
  // What it left running may hold its output open; it gets a moment and is then ended with the rest.
  let leftover: NodeJS.Timeout | undefined
  const endLeftover = async (): Promise<void> => {
    await terminate(child, mark)
    // Whoever still holds its output open could not be found, and is not waited for.
    for (const stream of [child.stdout, child.stderr]) stream.destroy()
  }
  child.once('exit', () => {
    leftover = setTimeout(() => void endLeftover(), graceAfterExit)
  })
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const [exitCode, childSignal] = await new Promise<[number | null, NodeJS.Signals | null]>(
      (resolve, reject) => {
        child.once('error', (cause) => reject(notStartedError(options.command, cause)))
        child.once('close', (code, endSignal) => resolve([code, endSignal]))
      },
    )
    if (signal?.aborted) throw abortedError(options.command)
    return { exitCode, signal: childSignal, stdout: stdout(), stderr: stderr(), timedOut }
  } finally {
    clearTimeout(timer)
    clearTimeout(leftover)
    signal?.removeEventListener('abort', abort)
  }
}

function collect(
  stream: NodeJS.ReadableStream,
  limit: number,
  onOutput?: (chunk: Buffer) => void,
): () => string {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    onOutput?.(chunk)
    if (size < limit) chunks.push(chunk.subarray(0, limit - size))
    size += chunk.length
  })
  return () => Buffer.concat(chunks).toString('utf8')
}

function notStartedError(command: string, cause: unknown): CapstanError {
  const { code, message } = cause as NodeJS.ErrnoException
  const why = code === 'ENOENT' ? 'it is not there' : code === 'EACCES' ? 'it may not be run' : message
  return new CapstanError('COMMAND_NOT_STARTED', `${command} could not be started: ${why}`, { cause })
}

function abortedError(command: string): CapstanError {
  return new CapstanError('ABORTED', `${command} was aborted`)
}
