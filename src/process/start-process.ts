import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { ignore } from '../core/ignore.ts'
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
  /** Values that are taken out of what it writes to stderr; those of fewer than 8 characters are left. */
  secrets?: readonly string[]
  /** Gets stderr text as it arrives, without terminal codes and secrets. */
  onStderr?: (text: string) => void
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

/** A process that was started, with all that it starts. */
export interface RunningProcess {
  readonly pid: number
  /** Null when stdin is closed. What is written after the process is gone is lost without an error event. */
  readonly stdin: Writable | null
  /** What it writes, at the reader's pace; all it wrote before it exited can still be read after. */
  readonly stdout: Readable
  /** The last of what it wrote to stderr: bounded, without terminal codes and secrets, whole lines where possible. */
  stderrTail(): string
  /**
   * Resolves when the process has exited and its output has been read to the end, or a second after the exit when a
   * reader or a process it left behind takes longer. Never rejects.
   */
  readonly exited: Promise<ProcessExit>
  /** Resolves when the process and all it started have exited; what it leaves running is ended a second after its exit. */
  readonly gone: Promise<void>
  /**
   * Ends it with all it started: stdin is closed, then `SIGTERM`, then `SIGKILL` to all of them.
   * Resolves when they are gone. Several calls share one stop, which a later call can bring forward.
   */
  stop(options?: StopOptions): Promise<ProcessExit>
}

/** How long the output may stay open, and what a process left behind may run, after it exited; in milliseconds. */
const graceAfterExit = 1000
const defaultCloseGrace = 500
const defaultTermGrace = 2000

const running = new Set<RunningProcess>()

/**
 * Starts a long-running process, without a shell; resolves when the system has started it.
 * What it leaves running when it exits by itself is ended a second later, on Linux also what has left its group and its
 * parents. Windows has no process groups: there only `stop` ends what a process started, and only while the process
 * itself still runs.
 * @throws CapstanError `AGENT_NOT_STARTED` if the program or its folder is missing or not accessible.
 */
export async function startProcess(options: ProcessOptions): Promise<RunningProcess> {
  try {
    const { command, args, verbatim } = commandLine(options.command, options.arguments ?? [])
    const mark = createMark()
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: withMark(options.environment, mark),
      stdio: [options.stdin === 'open' ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      // Its own process group, so that its descendants can be ended with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    })
    // After the start an error can only say that a signal did not arrive.
    child.on('error', ignore)
    const { pid, stdout, stderr } = child
    if (pid === undefined || stdout === null || stderr === null) throw await refusal(child)
    const one = follow({ child, pid, mark, stdout, stderr, options })
    await once(child, 'spawn')
    return one
  } catch (cause) {
    throw await startFailure(options, cause)
  }
}

/** Stops every process of this module that still runs, or has left something running. */
export async function stopAll(): Promise<void> {
  await Promise.all(Array.from(running, (one) => one.stop()))
}

/** Why a child that was given no number was not started. */
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
  // A process that is gone does not read: EPIPE is no news beside its exit.
  stdin?.on('error', ignore)
  const relay = new OutputRelay(stdout)
  const { onStderr, secrets } = options
  const tail = new StderrTail(secrets)
  // Most write nothing here: what decodes it is made when something comes.
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
  const gone = Promise.withResolvers<void>()
  let stopped: Promise<ProcessExit> | undefined
  const awaitEnd = (): Promise<ProcessExit> => {
    stopped ??= end.gone.then(() => {
      running.delete(one)
      releaseGroup(pid)
      gone.resolve()
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
      // Somebody outside the group may hold it open, and would keep us from ending.
      stderr.destroy()
      return how
    }),
    gone: gone.promise,
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
