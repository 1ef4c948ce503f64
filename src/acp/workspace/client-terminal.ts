import { startProcess, type RunningProcess } from '../../process/start-process.ts'
import { commandText } from './command-text.ts'
import { OutputTail } from './output-tail.ts'
import type { EventSink, TerminalExit, TerminalSnapshot } from '../session-options.ts'
import { TerminalTeller } from './terminal-events.ts'

export interface ClientTerminalOptions {
  terminalId: string
  sessionId: string | undefined
  /** A program, started without a shell. */
  command: string
  args: readonly string[]
  cwd: string
  /** The whole environment of the command. */
  environment: Readonly<Record<string, string | undefined>>
  /** How many bytes of output are kept, from the end. */
  outputByteLimit: number
  onEvent: EventSink
}

/** One command that runs on this side for an agent. */
export interface ClientTerminal {
  /** Resolves when its start has been told. */
  readonly opened: Promise<void>
  snapshot(): TerminalSnapshot
  /** How it ended, when all it printed has been read and told. */
  readonly ended: Promise<TerminalExit>
  /** Ends it with all it started. */
  kill(): Promise<void>
  /** Ends it without waiting for whoever takes the events. */
  dispose(): Promise<void>
}

/**
 * Starts a command whose output is kept and told. Both streams are one text, in the order of their arrival.
 * @throws CapstanError `AGENT_NOT_STARTED` when it cannot be started.
 */
export async function openTerminal(options: ClientTerminalOptions): Promise<ClientTerminal> {
  const { terminalId, sessionId, command, args, cwd, environment, outputByteLimit, onEvent } = options
  const started = Promise.withResolvers<void>()
  const teller = new TerminalTeller({ terminalId, sessionId, onEvent, after: started.promise })
  const kept = new OutputTail(outputByteLimit)
  const take = (text: string): Promise<void> => {
    kept.add(text)
    return teller.output(text)
  }
  const opened = teller.update({ command: commandText(command, args), cwd })
  const process = await startProcess({
    command,
    arguments: args,
    environment,
    cwd,
    stdin: 'closed',
    onStderr: (text) => void take(text),
  })
  started.resolve()
  return { opened, ...follow(process, { kept, take, teller }) }
}

interface Output {
  kept: OutputTail
  take: (text: string) => Promise<void>
  teller: TerminalTeller
}

function follow(process: RunningProcess, { kept, take, teller }: Output): Omit<ClientTerminal, 'opened'> {
  let exit: TerminalExit | undefined
  const readToEnd = async (): Promise<TerminalExit> => {
    process.stdout.setEncoding('utf8')
    for await (const text of process.stdout as AsyncIterable<string>) await take(text)
    const { exitCode, signal } = await process.exited
    exit = { exitCode, signal }
    await teller.update({
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
      teller.hurry()
      return kill()
    },
  }
}
