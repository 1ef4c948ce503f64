import { CapstanError } from '../../../core/capstan-error.ts'
import type { Command } from '../../command.ts'
import { storeOption, takeStoreAddress } from '../../store-address.ts'
import { daemonFolder, readyVariable } from './daemon.ts'
import { daemonSettings } from './daemon-settings.ts'
import { listenOption, listenOptions } from './remote/listen-option.ts'

export const serve: Command = {
  description:
    'Runs the session daemon in the foreground; other commands start it in the background. It stops when idle:\n' +
    'CAPSTAN_DAEMON_IDLE_MS sets how long it waits without sessions and commands. CAPSTAN_SESSIONS_KEEP_DAYS sets how long\n' +
    'ended messages are kept (default: 30), CAPSTAN_SESSIONS_SYNC=full syncs the disk at every message. With a PostgreSQL\n' +
    'store it is a node of a fleet: it does not stop when idle, and syncs every message.',
  usage: '',
  options: [storeOption, ...listenOptions],
  maxArguments: 0,
  stopsItself: true,
  async run({ values, output, signal }) {
    const store = takeStoreAddress(values)
    const listen = listenOption(values)
    const [{ runDaemon }, { sessionOpener }, { userInfo }] = await Promise.all([
      import('../../../sessions/daemon/run-daemon.ts'),
      import('./opener.ts'),
      import('node:os'),
    ])
    const reportState = startReporter()
    const log = (message: string): void => {
      const at = new Date().toISOString()
      output.note({ at, message }, () => `${at} ${message}`)
    }
    try {
      await runDaemon({
        folder: daemonFolder(store),
        ...(store === undefined ? {} : { store }),
        ...(listen === undefined ? {} : { listen }),
        ...sessionOpener(log),
        owner: { name: userName(userInfo), handle: 'user' },
        ...daemonSettings(process.env),
        signal,
        onReady: () => reportState({ state: 'ready' }),
        log,
      })
    } catch (error) {
      const isBusy = CapstanError.isInstance(error) && error.code === 'STORE_IN_USE'
      if (CapstanError.isInstance(error)) reportState(isBusy ? { state: 'busy' } : { state: 'failed', error })
      throw error
    }
    // A user's action may leave a timer or handle open.
    setTimeout(() => process.exit(), 1000).unref()
    return 0
  },
}

/** Reports the start state to the process that started the daemon; it reads only the first report. */
function startReporter(): (report: object) => void {
  const descriptor = Number(process.env[readyVariable])
  delete process.env[readyVariable]
  if (!Number.isInteger(descriptor) || descriptor < 3) return () => undefined
  const fileSystem = process.getBuiltinModule('node:fs')
  return (report) => {
    try {
      fileSystem.writeSync(descriptor, `${JSON.stringify(report)}\n`)
      fileSystem.closeSync(descriptor)
    } catch {
      // The starting process no longer waits.
    }
  }
}

function userName(userInfo: () => { username: string }): string {
  try {
    return userInfo().username
  } catch {
    // The system has no name for this user.
    return 'user'
  }
}
