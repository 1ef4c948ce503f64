import { CapstanError } from '../../../core/capstan-error.ts'
import type { Command } from '../../command.ts'
import { findDaemon, withDaemon } from './daemon.ts'

export const stopDaemon: Command = {
  description:
    'Stops the session daemon and its agents. Queued messages are kept; resume a session with capstan session resume.',
  usage: '',
  options: [],
  maxArguments: 0,
  examples: ['capstan session stop'],
  async run({ output }) {
    try {
      await withDaemon(async (daemon) => {
        const { sessions } = await daemon.request('host.stop', {})
        // The daemon has stopped when it closes the connection.
        await daemon.closed
        output.data(
          { stopped: true, sessions },
          () =>
            `Stopped the session daemon; ${sessions === 1 ? '1 session' : `${sessions} sessions`} can be resumed.`,
        )
      }, findDaemon)
    } catch (error) {
      if (!CapstanError.isInstance(error) || error.code !== 'DAEMON_NOT_RUNNING') throw error
      output.data({ stopped: false, sessions: 0 }, () => 'The session daemon is not running.')
    }
    return 0
  },
}
