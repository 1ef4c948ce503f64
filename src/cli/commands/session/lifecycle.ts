import type { SessionReport } from '../../../sessions/wire/wire-methods.ts'
import type { SessionsConnection } from '../../../sessions/wire/connect.ts'
import type { Command, Option } from '../../command.ts'
import { startProgress } from '../../output/progress.ts'
import { requiredArgument } from '../agent-argument.ts'
import { reference, withDaemon } from './daemon.ts'
import { reportText, statusText } from './report-text.ts'

const reason: Option = { name: 'reason', value: '<text>', help: 'why, for those who read the events' }

interface Change {
  name: string
  description: string
  options?: readonly Option[]
  /** Shows all of the session that it gives. */
  shows?: true
  ask: (
    daemon: SessionsConnection,
    session: string,
    values: ReadonlyMap<string, readonly string[]>,
  ) => Promise<SessionReport>
}

/** A command that changes one session and shows how it is then. */
function change({ name, description, options = [], shows, ask }: Change): Command {
  const usage = '<session>'
  return {
    description,
    usage,
    options,
    maxArguments: 1,
    examples: [`capstan session ${name} @ada`],
    async run({ values, arguments: [typed], output }) {
      const session = reference(requiredArgument(typed, 'session', `session ${name} ${usage}`))
      const progress = startProgress(output, {
        text: `Waiting for ${session}…`,
        after: 1000,
        onlyTerminal: true,
      })
      try {
        const report = await withDaemon((daemon) => ask(daemon, session, values))
        progress.stop()
        output.data(report, () =>
          shows
            ? reportText(report, output.style)
            : `${output.style.bold(`@${report.identity.handle}`)} is ${statusText(report, output.style)}`,
        )
      } finally {
        progress.stop()
      }
      return 0
    },
  }
}

const given = (
  values: ReadonlyMap<string, readonly string[]>,
  name: 'reason' | 'name' | 'handle',
): object => {
  const [value] = values.get(name) ?? []
  return value === undefined ? {} : { [name]: value }
}

export const pauseSession = change({
  name: 'pause',
  description: 'Holds back everything that is sent to a session, until it is resumed.',
  options: [reason],
  ask: (daemon, session, values) => daemon.request('session.pause', { session, ...given(values, 'reason') }),
})

export const resumeSession = change({
  name: 'resume',
  description:
    'Goes on with a session that was paused, or whose agent does not run any more, such as after the daemon ended.',
  ask: (daemon, session) => daemon.request('session.resume', { session }),
})

export const releaseSession = change({
  name: 'release',
  description: 'Ends a session and its agent. What still waits for it is listed by capstan session dead.',
  options: [reason],
  ask: (daemon, session, values) =>
    daemon.request('session.release', { session, ...given(values, 'reason') }),
})

export const forkSession = change({
  name: 'fork',
  description: 'Opens another session that knows what this one knows, where the agent can do that.',
  options: [
    { name: 'name', value: '<name>', help: 'what the new one is called' },
    { name: 'handle', value: '<handle>', help: 'what others write after the @ for the new one' },
  ],
  shows: true,
  ask: (daemon, session, values) =>
    daemon.request('session.fork', { session, ...given(values, 'name'), ...given(values, 'handle') }),
})

export const snapshotSession: Command = {
  description: 'Prints as JSON what a session could be opened from again. There are no secrets in it.',
  usage: '<session>',
  options: [],
  maxArguments: 1,
  examples: ['capstan session snapshot @ada > ada.json'],
  async run({ arguments: [typed], output }) {
    const session = reference(requiredArgument(typed, 'session', 'session snapshot <session>'))
    const snapshot = await withDaemon((daemon) => daemon.request('session.snapshot', { session }))
    output.data(snapshot, () => JSON.stringify(snapshot, undefined, 2))
    return 0
  },
}
