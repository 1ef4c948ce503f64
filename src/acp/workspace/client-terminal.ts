import { startProcess, type RunningProcess } from '../../process/start-process.ts'
import { commandText } from './command-text.ts'
import { OutputTail } from './output-tail.ts'
import type { EventSink, TerminalExit, TerminalSnapshot } from '../session-options.ts'
import { TerminalEvents } from './terminal-events.ts'

export interface ClientTerminalOptions {
  terminalId: string
  sessionId: string | undefined
  /** A program, started without a shell. */
  command: string
  args: readonly string[]
  cwd: string
  /** The whole environment of the command. */
  environment: Readonly<Record<string, string | undefined>>
  /** The maximum number of bytes of output to keep, from the end. */
  outputByteLimit: number
  onEvent: EventSink
}

/** A command that Capstan runs for an agent. */
export interface ClientTerminal {
  /** Resolves when the start event has been received. */
  readonly opened: Promise<void>
  snapshot(): TerminalSnapshot
  /** Resolves with the exit status after all output has been read and emitted. */
  readonly ended: Promise<TerminalExit>
  /** Stops the command and its child processes. */
  kill(): Promise<void>
  /** Stops the command without waiting for the event handler. */
  dispose(): Promise<void>
}

/**
 * Starts a command, and keeps and emits its output. stdout and stderr are one text, in order of arrival.
 * @throws CapstanError `AGENT_NOT_STARTED` if the command cannot be started.
 */
export async function openTerminal(options: ClientTerminalOptions): Promise<ClientTerminal> {
  const { terminalId, sessionId, command, args, cwd, environment, outputByteLimit, onEvent } = options
  const started = Promise.withResolvers<void>()
  const events = new TerminalEvents({ terminalId, sessionId, onEvent, after: started.promise })
  const kept = new OutputTail(outputByteLimit)
  const take = (text: string): Promise<void> => {
    kept.add(text)
    return events.output(text)
  }
  const opened = events.update({ command: commandText(command, args), cwd })
  const process = await startProcess({
    command,
    arguments: args,
    environment,
    cwd,
    stdin: 'closed',
    onStderr: (text) => void take(text),
  })
  started.resolve()
  return { opened, ...follow(process, { kept, take, events }) }
}

interface Output {
  kept: OutputTail
  take: (text: string) => Promise<void>
  events: TerminalEvents
}

function follow(process: RunningProcess, { kept, take, events }: Output): Omit<ClientTerminal, 'opened'> {
  let exit: TerminalExit | undefined
  const readToEnd = async (): Promise<TerminalExit> => {
    process.stdout.setEncoding('utf8')
    for await (const text of process.stdout as AsyncIterable<string>) await take(text)
    const { exitCode, signal } = await process.exited
    exit = { exitCode, signal }
    await events.update({
      exitStatus: { ...(exitCode === null ? {} : { exitCode }), ...(signal === null ? {} : { signal }) },
    })
    return exit
  }
  const ended = readToEnd()
  const kill = async (): Promise<void> => {
    await process.stop()
    await ended
  }
  return {
    ended,
    kill,
    snapshot() {
      const output = kept.read()
      return { output, truncated: kept.truncated, ...(exit === undefined ? {} : { exitStatus: exit }) }
    },
    dispose() {
      events.hurry()
      return kill()
    },
  }
}
