import { CapstanError } from '../../../core/capstan-error.ts'
import type { Client } from '../../../run/client.ts'
import type { RunOptions } from '../../../run/api/options.ts'
import type { ExitCode } from '../../exit-codes.ts'
import type { Output } from '../../output/output.ts'
import { askElicitation } from '../../output/permission-prompt/elicitation-prompt.ts'
import { createPerson } from '../../output/permission-prompt/person.ts'
import { askPermission, type PromptOptions } from '../../output/permission-prompt.ts'
import { printLine } from '../../output/print.ts'
import { startProgress } from '../../output/progress.ts'
import { AgentText } from '../../output/run-view/agent-text.ts'
import type { RunView } from '../../output/run-view.ts'
import { Attendant, type AttendantOptions } from './attendant.ts'
import { exitCodeOf, openRunView } from './open-view.ts'

export interface DriveOptions {
  options: RunOptions
  /** The arguments that name the agent on the command line. */
  agentArguments: string
  /** Warnings to print before the run. */
  warnings: readonly string[]
  output: Output
  /** Aborts when the user interrupts. */
  signal: AbortSignal
  verbose: boolean
  /** The file for --record. */
  record: string | undefined
  /** Whether a person can answer questions. */
  canAsk: boolean
}

/** Runs an agent and shows the events. @throws the error of the run. */
export async function driveRun(
  client: Pick<Client, 'run' | 'adapters'>,
  drive: DriveOptions,
): Promise<ExitCode> {
  const { options, warnings, output, signal, verbose } = drive
  const codes = await import('../../../core/text/strip-terminal-codes.ts')
  const cwd = options.cwd ?? process.cwd()
  const view = openRunView(output, {
    codes,
    agent: drive.agentArguments,
    cwd,
    verbose,
    isStructured: options.schema !== undefined,
    noSession: options.noSession === true,
    startsAgain: startsAgain(client, options),
  })
  for (const warning of warnings) printWarning(warning, { view, output })
  const onStderr = verbose && !output.json ? { onStderr: (text: string) => view.agentLog(text) } : {}
  await using recording = await startRecording(drive, (error) =>
    printWarning(error.message, { view, output }),
  )
  await using run = client.run({ ...options, ...onStderr, ...recording.options })
  const stop = (): void => void run.cancel(stoppedError())
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  // With --json a program reads the output: ask only with --permissions ask.
  const asks = drive.canAsk && (!output.json || isAsking(options))
  const attendant = new Attendant({
    run,
    show: (event) => {
      if (output.json) printLine('stdout', JSON.stringify(event))
      view.show(event)
    },
    asksPermission: isAsking(options),
    ...(asks ? { ask: asker(view, new AgentText(codes, cwd), output) } : {}),
  })
  const progress = startProgress(output, {
    text: `Starting ${options.agent}…`,
    after: 1000,
    onlyTerminal: true,
  })
  try {
    for await (const event of run) {
      progress.stop()
      await attendant.take(event)
    }
    await attendant.settled()
    const result = await run.result()
    view.end(result)
    return exitCodeOf(result)
  } catch (error) {
    view.end()
    throw error
  } finally {
    progress.stop()
    signal.removeEventListener('abort', stop)
  }
}

/** Whether an answer may be voided: by the agent, or because another agent takes over. */
function startsAgain({ adapters }: Pick<Client, 'adapters'>, { agent, fallback }: RunOptions): boolean {
  return fallback !== undefined || agent === 'auto' || adapters.get(agent).definition.startsAgain === true
}

function asker(view: RunView, text: AgentText, output: Output): NonNullable<AttendantOptions['ask']> {
  const person = createPerson({
    input: process.stdin,
    output: process.stderr,
    // Like a signal of the terminal: the first stops the run, the second the program.
    interrupt: () => process.emit('SIGINT', 'SIGINT'),
  })
  return async (question, signal) => {
    const prompt: PromptOptions = { person, style: output.errorStyle, text, signal }
    view.pause()
    try {
      return question.type === 'permission.requested'
        ? await askPermission(question, view.questionLines(question), prompt)
        : await askElicitation(question, prompt)
    } finally {
      view.resume()
    }
  }
}

/** The run options that write --record; empty without a file. */
async function startRecording(
  { record: path, options }: DriveOptions,
  onError: (error: CapstanError) => void,
): Promise<{ options: Pick<RunOptions, 'onMessage'> } & AsyncDisposable> {
  if (path === undefined) return { options: {}, [Symbol.asyncDispose]: () => Promise.resolve() }
  const { createTranscriptWriter } = await import('../../../testing/transcript-writer.ts')
  const environment = { ...process.env, ...options.env }
  const writer = createTranscriptWriter(path, { onError, environment })
  return {
    options: { onMessage: (direction, message) => writer.write(direction, message) },
    [Symbol.asyncDispose]: () => writer.close(),
  }
}

function printWarning(warning: string, { view, output }: { view: RunView; output: Output }): void {
  if (output.json) output.note({ warning }, () => warning)
  else view.warn(warning)
}

function stoppedError(): CapstanError {
  return new CapstanError('ABORTED', 'The run was stopped')
}

/** Whether a person answers the agent's questions. */
function isAsking({ permissions }: RunOptions): boolean {
  return (typeof permissions === 'object' ? permissions.policy : permissions) === 'ask'
}
