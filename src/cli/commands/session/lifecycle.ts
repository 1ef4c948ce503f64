import type { SessionReport } from '../../../sessions/wire/wire-methods.ts'
import type { SessionsConnection } from '../../../sessions/wire/connect.ts'
import type { Command, Option } from '../../command.ts'
import { startProgress } from '../../output/progress.ts'
import { requiredArgument } from '../agent-argument.ts'
import { reference, withDaemon } from './daemon.ts'
import { choiceOption } from '../run/values.ts'
import { reportText, statusText } from './report-text.ts'
import { variablesOf } from './variables.ts'
import { waitText } from './wait-text.ts'

const reason: Option = { name: 'reason', value: '<text>', help: 'reason to put in the event' }

interface Change {
  name: string
  description: string
  options?: readonly Option[]
  /** Prints the whole report of the session. */
  shows?: true
  /** What the user should know beside the status. */
  remark?: (report: SessionReport) => string | undefined
  ask: (
    daemon: SessionsConnection,
    session: string,
    values: ReadonlyMap<string, readonly string[]>,
  ) => Promise<SessionReport>
}

/** A command that changes one session and prints its new status. */
function change({ name, description, options = [], shows, remark, ask }: Change): Command {
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
        output.data(report, () => {
          if (shows) return reportText(report, output.style)
          const { style } = output
          const remarks = remark?.(report)
          return `${style.bold(`@${report.identity.handle}`)} is ${statusText(report, style)}${remarks === undefined ? '' : `\n${remarks}`}`
        })
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
  description: 'Holds all messages to a session until you resume it.',
  options: [reason],
  ask: (daemon, session, values) => daemon.request('session.pause', { session, ...given(values, 'reason') }),
})

const settlements = ['delivered', 'dead', 'redeliver'] as const

export const resumeSession = change({
  name: 'resume',
  description:
    'Resumes a paused session, or a session whose agent has stopped, for example with the daemon. Shows the messages\n' +
    'that the session may or may not have received before; --settle decides about all of them.',
  options: [
    {
      name: 'env',
      value: '<name[=value]>',
      repeats: true,
      help: 'pass a variable to the agent (current value if omitted); those of session new are passed by name',
    },
    {
      name: 'settle',
      value: '<decision>',
      help: `settle the deliveries in doubt: ${settlements.join(', ')}`,
    },
  ],
  ask: async (daemon, session, values) => {
    const decision = choiceOption(values, 'settle', settlements)
    const { origin, status } = await daemon.request('session.show', { session })
    // The agent of a paused session runs and takes no variables, unless its node was lost: only the owner of the session knows.
    const variables = variablesOf(status === 'paused' ? undefined : origin, values)
    const report = await daemon.request('session.resume', { session, ...variables })
    if (decision === undefined) return report
    const { id: recipient } = report.identity
    for (const { id } of await daemon.request('deliveries.list', { recipient, states: ['in-doubt'] })) {
      if (decision === 'redeliver') await daemon.request('deliveries.redeliver', { id })
      else await daemon.request('deliveries.settle', { id, as: decision })
    }
    return daemon.request('session.show', { session: recipient })
  },
  remark: ({ identity, waiting }) => {
    const doubts = waiting.filter((wait) => wait.reason === 'in-doubt')
    if (doubts.length === 0) return undefined
    const all = `To settle all: capstan session resume @${identity.handle} --settle ${settlements.join('|')}`
    return [...doubts.map(waitText), all].join('\n')
  },
})

export const flushSession: Command = {
  description: 'Delivers the messages of mode manual that wait for a session.',
  usage: '<session>',
  options: [],
  maxArguments: 1,
  examples: ['capstan session flush @ada'],
  async run({ arguments: [typed], output }) {
    const session = reference(requiredArgument(typed, 'session', 'session flush <session>'))
    const result = await withDaemon((daemon) => daemon.request('session.flush', { session }))
    output.data(result, () => `Delivered ${result.count} ${result.count === 1 ? 'message' : 'messages'}.`)
    return 0
  },
}

export const releaseSession = change({
  name: 'release',
  description:
    'Closes a session and stops its agent. capstan session dead lists the messages that were still queued.',
  options: [reason],
  ask: (daemon, session, values) =>
    daemon.request('session.release', { session, ...given(values, 'reason') }),
})

export const forkSession = change({
  name: 'fork',
  description: 'Starts a copy of a session with the same history, if the agent supports it.',
  options: [
    { name: 'name', value: '<name>', help: 'name of the copy' },
    { name: 'handle', value: '<handle>', help: 'handle of the copy, used as @handle' },
  ],
  shows: true,
  ask: (daemon, session, values) =>
    daemon.request('session.fork', { session, ...given(values, 'name'), ...given(values, 'handle') }),
})

export const snapshotSession: Command = {
  description: 'Prints a session as JSON, to open it again later. Contains no secrets.',
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
