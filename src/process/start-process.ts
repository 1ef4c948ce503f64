import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { ignore } from '../core/ignore.ts'
import { childProcess } from './child-process.ts'
import { commandLine } from './command-line.ts'
import { GroupEnd } from './group-end.ts'
import { guardGroup, releaseGroup } from './guardian.ts'
import { closed, OutputRelay } from './output-relay.ts'
import { createMark, withMark } from './run-mark.ts'
import { startFailure } from './start-failure.ts'
import { StderrTail } from './stderr-tail.ts'

export interface ProcessOptions {
  command: string
  arguments?: readonly string[]
  /** The whole environment of the child. Only `CAPSTAN_RUN` is added, to find its descendants. */
  environment: Readonly<Record<string, string | undefined>>
  cwd: string
  /** `closed` gives the child an empty stdin, because several agents wait forever on an open stdin. */
  stdin: 'open' | 'closed'
  /** Values to redact in stderr. Values of fewer than 8 characters are not redacted. */
  secrets?: readonly string[]
  /** Gets stderr text as it arrives, without terminal codes and secrets. */
  onStderr?: (text: string) => void
  /** Descriptors of the child after stderr. */
  descriptors?: readonly ('ipc' | 'pipe' | number)[]
  /** The number of the descriptor with the output (default: 1): a program around the agent keeps its own stdout open. */
  outputAt?: number | undefined
  /** Gets the child as soon as it exists, to listen to its descriptors. */
  onChild?: (child: ChildProcess) => void
}

/** How a process ended. */
export interface ProcessExit {
  exitCode: number | null
  signal: NodeJS.Signals | null
}

export interface StopOptions {
  /** Time from closing stdin to `SIGTERM` (default: 500 ms); 0 if stdin was never open. */
  closeGraceMs?: number
  /** Time from `SIGTERM` to `SIGKILL` (default: 2000 ms). */
  termGraceMs?: number
}

/** A running process and its descendants. */
export interface RunningProcess {
  readonly pid: number
  /** Null when stdin is closed. Data written after the exit is lost without an error event. */
  readonly stdin: Writable | null
  /** Stdout, at the reader's pace. Everything written before the exit stays readable. */
  readonly stdout: Readable
  /** The end of stderr: bounded, without terminal codes and secrets, in whole lines where possible. */
  stderrTail(): string
  /**
   * Resolves when the process has exited and the reader has read all output, or one second after the exit if the reader
   * or a descendant takes longer. Never rejects.
   */
  readonly exited: Promise<ProcessExit>
  /** Resolves when the process and all it started have exited; what it leaves running is ended a second after its exit. */
  gone(): Promise<void>
  /**
   * Ends the process and its descendants: closes stdin, then sends `SIGTERM`, then `SIGKILL` to all of them.
   * Resolves when all have exited. Several calls share one stop; a later call can make it earlier.
   */
  stop(options?: StopOptions): Promise<ProcessExit>
}

/** How long the output may stay open and descendants may run after the exit, in milliseconds. */
const graceAfterExit = 1000
const defaultCloseGrace = 500
const defaultTermGrace = 2000

const running = new Set<RunningProcess>()

/**
 * Starts a long-running process without a shell. Resolves when the system has started it.
 * If it exits by itself, Capstan ends its descendants one second later; on Linux also those that left its group and
 * have another parent. Windows has no process groups: there, only `stop` ends descendants, and only while the process
 * itself runs.
 * @throws CapstanError `AGENT_NOT_STARTED` if the program or its folder is missing or not accessible.
 */
export async function startProcess(options: ProcessOptions): Promise<RunningProcess> {
  try {
    const { command, args, verbatim } = commandLine(options.command, options.arguments ?? [])
    const mark = createMark()
    const child = childProcess().spawn(command, args, {
      cwd: options.cwd,
      env: withMark(options.environment, mark),
      stdio: [
        options.stdin === 'open' ? 'pipe' : 'ignore',
        options.outputAt === undefined ? 'pipe' : 'ignore',
        'pipe',
        ...(options.descriptors ?? []),
      ],
      // Its own process group, so that a signal also reaches its descendants.
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    })
    // After the start, an error only means that a signal was not delivered.
    child.on('error', ignore)
    const { pid, stderr } = child
    const stdout = child.stdio[options.outputAt ?? 1] as Readable | null
    if (pid === undefined || stdout === null || stderr === null) throw await refusal(child)
    options.onChild?.(child)
    const one = follow({ child, pid, mark, stdout, stderr, options })
    await once(child, 'spawn')
    return one
  } catch (cause) {
    throw await startFailure(options, cause)
  }
}

/** Stops every process of this module that still runs or has running descendants. */
export async function stopAll(): Promise<void> {
  await Promise.all(Array.from(running, (one) => one.stop()))
}

/** Why a child without a pid was not started. */
async function refusal(child: ChildProcess): Promise<unknown> {
  const [error] = await once(child, 'error')
  return error
}

interface Started {
  child: ChildProcess
  pid: number
  mark: string
  stdout: Readable
  stderr: Readable
  options: Pick<ProcessOptions, 'onStderr' | 'secrets'>
}

function follow({ child, pid, mark, stdout, stderr, options }: Started): RunningProcess {
  const { stdin } = child
  // Ignore EPIPE: the exit already reports that nobody reads.
  stdin?.on('error', ignore)
  const relay = new OutputRelay(stdout)
  const { onStderr, secrets } = options
  const tail = new StderrTail(secrets)
  // Create the decoder on the first data: most processes write nothing to stderr.
  let decoder: StringDecoder | undefined
  stderr.on('error', ignore)
  stderr.on('data', (bytes: Buffer) => {
    decoder ??= new StringDecoder('utf8')
    const text = tail.add(decoder.write(bytes))
    if (text !== '') onStderr?.(text)
  })
  stderr.on('close', () => {
    if (tail.rest() !== '') onStderr?.(tail.rest())
  })
  const end = new GroupEnd(child, { group: pid, mark })
  const exit = new Promise<ProcessExit>((resolve) => {
    child.on('exit', (exitCode, signal) => {
      resolve({ exitCode, signal })
      relay.endWhenSilent(graceAfterExit)
      if (!end.asked) end.ask({ untilTerm: graceAfterExit, untilKill: defaultTermGrace })
      void awaitEnd()
    })
  })
  let stopped: Promise<ProcessExit> | undefined
  const awaitEnd = (): Promise<ProcessExit> => {
    stopped ??= end.gone.then(() => {
      running.delete(one)
      releaseGroup(pid)
      return exit
    })
    return stopped
  }
  const one: RunningProcess = {
    pid,
    stdin,
    stdout: relay.readable,
    stderrTail: () => tail.read(),
    exited: exit.then(async (how) => {
      await within(graceAfterExit, Promise.all([relay.read(), closed(stderr)]))
      // A process outside the group may hold the output open and delay the end forever.
      stderr.destroy()
      return how
    }),
    async gone() {
      await exit
      await awaitEnd()
    },
    stop({ closeGraceMs = defaultCloseGrace, termGraceMs = defaultTermGrace } = {}) {
      void end.remember().then(() => stdin?.end())
      end.ask({ untilTerm: stdin === null ? 0 : closeGraceMs, untilKill: termGraceMs })
      return awaitEnd()
    },
  }
  running.add(one)
  guardGroup(pid)
  return one
}

async function within(milliseconds: number, event: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([event, new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))])
  clearTimeout(timer)
}
