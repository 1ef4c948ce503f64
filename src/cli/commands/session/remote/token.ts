import type { Command } from '../../../command.ts'
import { requiredArgument } from '../../agent-argument.ts'
import { reference, withDaemon } from '../daemon.ts'

export const tokenCommand: Command = {
  description:
    'Creates a token with which a program acts as a person or a session, and nothing else. It is printed once: the daemon\n' +
    'keeps only a digest. On a fleet every node accepts it, also after a restart; otherwise it ends with the daemon.',
  usage: '[<participant>]',
  options: [
    { name: 'new', help: 'create a token for a new session that a program on another machine hosts' },
    { name: 'revoke', help: 'revoke all tokens of the participant instead' },
  ],
  maxArguments: 1,
  examples: ['capstan session token @ada', 'capstan session token @ada --revoke'],
  async run({ values, arguments: [typed], output }) {
    if (values.has('new')) {
      const issued = await withDaemon((daemon) => daemon.request('tokens.issue', { session: 'new' }))
      output.data(issued, () => issued.token)
      return 0
    }
    const participant = reference(requiredArgument(typed, 'participant', 'session token <participant>'))
    await withDaemon(async (daemon) => {
      if (values.has('revoke')) {
        await daemon.request('tokens.revoke', { participant })
        output.data({ revoked: true }, () => `Revoked the tokens of ${participant}.`)
        return
      }
      const { token } = await daemon.request('tokens.issue', { participant })
      output.data({ token }, () => token)
    })
    return 0
  },
}
