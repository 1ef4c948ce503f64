import { CapstanError } from '../../../core/capstan-error.ts'
import { dataFolder } from '../../../core/files/data-folder.ts'
import type { DaemonFiles } from '../../../sessions/daemon/daemon-files.ts'
import type { DaemonStart } from '../../../sessions/daemon/connect-daemon.ts'
import type { SessionsConnection } from '../../../sessions/wire/connect.ts'
import { shownAddress, storeAddress } from '../../store-address.ts'

/** The file descriptor on which a started daemon reports that it is ready. */
export const readyVariable = 'CAPSTAN_DAEMON_READY'

/** The folder of the session daemon. Each store has a daemon of its own. */
export function daemonFolder(store: string | undefined = storeAddress()): string {
  const path = process.getBuiltinModule('node:path')
  if (store === undefined) return path.join(dataFolder(), 'sessions')
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256').update(shownAddress(store))
  return path.join(dataFolder(), `fleet-${hash.digest('hex').slice(0, 12)}`)
}

/** Connects to the session daemon; starts it if it is not running. */
export async function openDaemon(): Promise<SessionsConnection> {
  const { connectDaemon } = await import('../../../sessions/daemon/connect-daemon.ts')
  return connectDaemon({ folder: daemonFolder(), start: startDaemon })
}

/** Connects to a running daemon of any version. @throws CapstanError `DAEMON_NOT_RUNNING`. */
export async function findDaemon(): Promise<SessionsConnection> {
  const { connectDaemon } = await import('../../../sessions/daemon/connect-daemon.ts')
  return connectDaemon({ folder: daemonFolder(), version: 'any' })
}

/** A larger log is renamed before a new one starts. */
const longestLog = 1024 * 1024

async function startDaemon({ folder, logFile }: DaemonFiles): Promise<DaemonStart> {
  const fileSystem = process.getBuiltinModule('node:fs')
  if ((fileSystem.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > longestLog)
    fileSystem.renameSync(logFile, `${logFile}.old`)
  const { readyDescriptor, startDetached } = await import('../../../process/start-detached.ts')
  const line = await startDetached({
    command: process.execPath,
    arguments: [process.argv[1] ?? '', 'session', 'serve', '--json'],
    environment: { ...process.env, [readyVariable]: String(readyDescriptor) },
    // Not the current folder: the daemon would keep it in use.
    cwd: folder,
    logFile,
    timeoutMs: 15_000,
  })
  const { state, error } = JSON.parse(line) as {
    state: string
    error?: { code: string; message: string; hint?: string; commandHint?: string }
  }
  if (error !== undefined) {
    const { code, message, ...hints } = error
    throw new CapstanError(code, message, hints)
  }
  return state === 'ready' ? 'ready' : 'busy'
}

/** Connects to the daemon, runs `work` and disconnects. */
export async function withDaemon<Result>(
  work: (daemon: SessionsConnection) => Promise<Result>,
  open: () => Promise<SessionsConnection> = openDaemon,
): Promise<Result> {
  await using daemon = await open()
  return await work(daemon)
}

/** A session as the daemon expects it: an id, or a handle with `@`. */
export function reference(typed: string): string {
  return typed.startsWith('@') || /^[a-z]+_[0-9A-Z]{26}$/.test(typed) ? typed : `@${typed}`
}
