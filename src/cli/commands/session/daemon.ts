import { CapstanError } from '../../../core/capstan-error.ts'
import { dataFolder } from '../../../core/files/data-folder.ts'
import type { DaemonFiles } from '../../../sessions/daemon/daemon-files.ts'
import type { DaemonStart } from '../../../sessions/daemon/connect-daemon.ts'
import type { SessionsConnection } from '../../../sessions/wire/connect.ts'

/** On which descriptor a daemon that was started says that it is ready. */
export const readyVariable = 'CAPSTAN_DAEMON_READY'

/** Where the daemon keeps its things. */
export function daemonFolder(): string {
  return process.getBuiltinModule('node:path').join(dataFolder(), 'sessions')
}

/** The daemon that keeps the sessions; it is started if it is not there. */
export async function openDaemon(): Promise<SessionsConnection> {
  const { connectDaemon } = await import('../../../sessions/daemon/connect-daemon.ts')
  return connectDaemon({ folder: daemonFolder(), start: startDaemon })
}

/** The daemon, of whatever version, if it is there. @throws CapstanError `DAEMON_NOT_RUNNING`. */
export async function findDaemon(): Promise<SessionsConnection> {
  const { connectDaemon } = await import('../../../sessions/daemon/connect-daemon.ts')
  return connectDaemon({ folder: daemonFolder(), version: 'any' })
}

/** What a log may grow to before it is put aside. */
const longestLog = 1024 * 1024

async function startDaemon({ folder, logFile }: DaemonFiles): Promise<DaemonStart> {
  const fileSystem = process.getBuiltinModule('node:fs')
  if ((fileSystem.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > longestLog)
    fileSystem.renameSync(logFile, `${logFile}.old`)
  const { readyDescriptor, startDetached } = await import('../../../process/start-detached.ts')
  const said = await startDetached({
    command: process.execPath,
    arguments: [process.argv[1] ?? '', 'session', 'serve', '--json'],
    environment: { ...process.env, [readyVariable]: String(readyDescriptor) },
    // Not here: it would keep the folder of the first command in use.
    cwd: folder,
    logFile,
    timeoutMs: 15_000,
  })
  const { state, error } = JSON.parse(said) as {
    state: string
    error?: { code: string; message: string; hint?: string; commandHint?: string }
  }
  if (error !== undefined) {
    const { code, message, ...hints } = error
    throw new CapstanError(code, message, hints)
  }
  return state === 'ready' ? 'ready' : 'busy'
}

/** Talks to the daemon, and disconnects. */
export async function withDaemon<Result>(
  work: (daemon: SessionsConnection) => Promise<Result>,
  open: () => Promise<SessionsConnection> = openDaemon,
): Promise<Result> {
  await using daemon = await open()
  return await work(daemon)
}

/** A session as the daemon knows it: an id as it is, and a handle with or without its `@`. */
export function reference(typed: string): string {
  return typed.startsWith('@') || /^[a-z]+_[0-9A-Z]{26}$/.test(typed) ? typed : `@${typed}`
}
