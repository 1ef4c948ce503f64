import type { ChildProcess } from 'node:child_process'
import { CapstanError } from '../core/capstan-error.ts'
import { childProcess } from './child-process.ts'
import { commandLine } from './command-line.ts'
import { createMark, withMark } from './run-mark.ts'
import { signalGroup } from './process-group.ts'
import { Strays } from './strays.ts'

export interface CommandOptions {
  command: string
  arguments?: readonly string[]
  /** The whole environment of the child. Only `CAPSTAN_RUN` is added, to find its descendants. */
  environment: Readonly<Record<string, string | undefined>>
  cwd?: string
  /** Text for stdin; empty by default. */
  input?: string
  /** Milliseconds until Capstan ends the child. */
  timeout: number
  /** How many bytes of each output to keep, from its start; the rest is discarded. */
  maxOutputBytes?: number
  signal?: AbortSignal
  /** Gets output as it arrives, for progress. */
  onOutput?: (chunk: Buffer) => void
}

/** How long the output may stay open after the program has exited, in milliseconds. */
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
 * Always settles: ends the child and its descendants at the timeout or when `signal` aborts.
 * @throws CapstanError `COMMAND_NOT_STARTED` if the program cannot be started, `ABORTED` if the signal aborts.
 */
export async function runCommand(options: CommandOptions): Promise<CommandResult> {
  const { timeout, maxOutputBytes = 64 * 1024, signal, onOutput, input } = options
  if (signal?.aborted) throw abortedError(options.command)
  const { command, args, verbatim } = commandLine(options.command, options.arguments ?? [])
  const mark = createMark()
  const child = childProcess().spawn(command, args, {
    cwd: options.cwd,
    env: withMark(options.environment, mark),
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its own process group, so that a signal also reaches its descendants.
    detached: process.platform !== 'win32',
    windowsVerbatimArguments: verbatim,
  })
  // A program may exit before it has read stdin; only its output matters.
  child.stdin.on('error', () => {}).end(input)
  const stdout = collect(child.stdout, maxOutputBytes, onOutput)
  const stderr = collect(child.stderr, maxOutputBytes, onOutput)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    void terminate(child, mark)
  }, timeout)
  const abort = (): void => void terminate(child, mark)
  // Descendants may hold the output open; end them after a grace period.
  let leftover: NodeJS.Timeout | undefined
  const endLeftover = async (): Promise<void> => {
    await terminate(child, mark)
    // Do not wait for a process that holds the output open but was not found.
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
  const why = code === 'ENOENT' ? 'not found' : code === 'EACCES' ? 'permission denied' : message
  return new CapstanError('COMMAND_NOT_STARTED', `Cannot start ${command}: ${why}`, { cause })
}

function abortedError(command: string): CapstanError {
  return new CapstanError('ABORTED', `${command} was aborted`)
}

/** A process that starts during a round is found in the next one. Give up after this many rounds. */
const mostRounds = 10

/** Kills a child and its descendants, even if the child has already exited. Never rejects. */
async function terminate(child: ChildProcess, mark: string): Promise<void> {
  // Signal before the first await: the caller may be about to exit. Without a group, only the child itself can be left.
  if (!signalGroup(child, 'SIGKILL')) child.kill('SIGKILL')
  if (child.pid === undefined) return
  const strays = new Strays({ mark, group: child.pid })
  for (let round = 0; round < mostRounds && (await strays.left()); round += 1) strays.signal('SIGKILL')
}
