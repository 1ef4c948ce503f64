import { CapstanError } from '../../../core/capstan-error.ts'
import type { Command } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { daemonFolder, readyVariable } from './daemon.ts'

const defaultIdleMs = 600_000

export const serve: Command = {
  description:
    'Keeps the sessions until it is stopped, or until nobody needs it. Commands start it by themselves; here it runs in\n' +
    'the foreground. CAPSTAN_DAEMON_IDLE_MS says how long it stays without a session and a command.',
  usage: '',
  options: [],
  maxArguments: 0,
  stopsItself: true,
  async run({ output, signal }) {
    const [{ runDaemon }, { sessionOpener }, { userInfo }] = await Promise.all([
      import('../../../sessions/daemon/run-daemon.ts'),
      import('./opener.ts'),
      import('node:os'),
    ])
    const say = startTalk()
    const log = (message: string): void => {
      const at = new Date().toISOString()
      output.note({ at, message }, () => `${at} ${message}`)
    }
    try {
      await runDaemon({
        folder: daemonFolder(),
        ...sessionOpener(log),
        owner: { name: userName(userInfo), handle: 'user' },
        idleMs: idleTime(),
        signal,
        onReady: () => say({ state: 'ready' }),
        log,
      })
    } catch (error) {
      const isBusy = CapstanError.isInstance(error) && error.code === 'STORE_IN_USE'
      if (CapstanError.isInstance(error)) say(isBusy ? { state: 'busy' } : { state: 'failed', error })
      throw error
    }
    // An action of the user's may leave something that never ends.
    setTimeout(() => process.exit(), 1000).unref()
    return 0
  },
}

/** The first word to whoever started us; only one is heard. */
function startTalk(): (word: object) => void {
  const descriptor = Number(process.env[readyVariable])
  delete process.env[readyVariable]
  if (!Number.isInteger(descriptor) || descriptor < 3) return () => undefined
  const fileSystem = process.getBuiltinModule('node:fs')
  return (word) => {
    try {
      fileSystem.writeSync(descriptor, `${JSON.stringify(word)}\n`)
      fileSystem.closeSync(descriptor)
    } catch {
      // Whoever started us does not wait any more.
    }
  }
}

function idleTime(): number {
  const typed = process.env['CAPSTAN_DAEMON_IDLE_MS']
  if (typed === undefined || typed === '') return defaultIdleMs
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed)
  throw new UsageError(`CAPSTAN_DAEMON_IDLE_MS=${typed} is not a time`, 'Give it in milliseconds.')
}

function userName(userInfo: () => { username: string }): string {
  try {
    return userInfo().username
  } catch {
    // Of a user whom the system does not know by name.
    return 'user'
  }
}
