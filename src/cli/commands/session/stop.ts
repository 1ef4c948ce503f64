import { CapstanError } from '../../../core/capstan-error.ts'
import type { Command } from '../../command.ts'
import { findDaemon, withDaemon } from './daemon.ts'

export const stopDaemon: Command = {
  description:
    'Ends the daemon and the agents of its sessions. Nothing that was sent is lost: what waits is kept, and a session\n' +
    'goes on with capstan session resume.',
  usage: '',
  options: [],
  maxArguments: 0,
  examples: ['capstan session stop'],
  async run({ output }) {
    try {
      await withDaemon(async (daemon) => {
        const { sessions } = await daemon.request('host.stop', {})
        // It is over when it lets go of us.
        await daemon.closed
        output.data(
          { stopped: true, sessions },
          () => `Stopped; ${sessions === 1 ? '1 session was' : `${sessions} sessions were`} kept.`,
        )
      }, findDaemon)
    } catch (error) {
      if (!CapstanError.isInstance(error) || error.code !== 'DAEMON_NOT_RUNNING') throw error
      output.data({ stopped: false, sessions: 0 }, () => 'Nothing was running.')
    }
    return 0
  },
}
