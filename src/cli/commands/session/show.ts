import type { Command } from '../../command.ts'
import { requiredArgument } from '../agent-argument.ts'
import { reference, withDaemon } from './daemon.ts'
import { reportText } from './report-text.ts'

const usage = '<session>'

export const showSession: Command = {
  description: 'Shows the status, capabilities and queued messages of a session.',
  usage,
  options: [],
  maxArguments: 1,
  examples: ['capstan session show @ada', 'capstan session show ada --json'],
  async run({ arguments: [typed], output }) {
    const session = reference(requiredArgument(typed, 'session', `session show ${usage}`))
    const report = await withDaemon((daemon) => daemon.request('session.show', { session }))
    output.data(report, () => reportText(report, output.style))
    return 0
  },
}
