import { CapstanError } from '../../../core/capstan-error.ts'
import type { RunResult } from '../../../run/api/run.ts'
import type { Command } from '../../command.ts'
import { printLine } from '../../output/print.ts'
import { startProgress } from '../../output/progress.ts'
import { UsageError } from '../../usage-error.ts'
import { requiredArgument } from '../agent-argument.ts'
import { readPrompt } from '../run/documents.ts'
import { exitCodeOf, openRunView } from '../run/open-view.ts'
import { openDaemon, reference } from './daemon.ts'

const usage = '<session> [<prompt>…|-]'

export const askSession: Command = {
  description:
    'Sends a prompt to the agent of a session, as its user, and shows the turn. The answer goes to stdout, everything\n' +
    'else to stderr; with --json every event is one line of JSON. If the session is busy, the prompt waits for the end\n' +
    'of the turn. Ctrl-C cancels the prompt and its turn.',
  usage,
  options: [{ name: 'verbose', help: 'show all events' }],
  maxArguments: Infinity,
  stopsItself: true,
  examples: [
    'capstan session ask @ada "which tests fail?"',
    'git diff | capstan session ask @reviewer - > review.txt',
  ],
  async run({ values, arguments: [typed, ...words], output, signal }) {
    const session = reference(requiredArgument(typed, 'session', `session ask ${usage}`))
    const text = await readPrompt(words.length === 0 ? undefined : words.join(' '))
    if (text.trim() === '') throw new UsageError('The prompt is empty', `Use capstan session ask ${usage}.`)
    const codes = await import('../../../core/text/strip-terminal-codes.ts')
    await using daemon = await openDaemon()
    const view = openRunView(output, {
      codes,
      agent: session,
      cwd: process.cwd(),
      verbose: values.has('verbose'),
      // The session goes on; there is nothing to resume.
      noSession: true,
    })
    const progress = startProgress(output, {
      text: `Waiting for ${session}…`,
      after: 1000,
      onlyTerminal: true,
    })
    let result: RunResult | undefined
    try {
      for await (const item of daemon.stream('session.ask', { session, text }, signal)) {
        if ('queued' in item) {
          const { status } = item.queued
          output.note({ queued: { session, status } }, () => `Queued: ${session} is ${status}`)
          continue
        }
        progress.stop()
        if ('result' in item) result = item.result
        else {
          if (output.json) printLine('stdout', JSON.stringify(item.event))
          view.show(item.event)
        }
      }
    } finally {
      progress.stop()
      view.end(result)
    }
    // The stream ends when the daemon has canceled the turn.
    if (result === undefined) throw new CapstanError('ABORTED', `The prompt to ${session} was canceled`)
    return exitCodeOf(result)
  },
}
