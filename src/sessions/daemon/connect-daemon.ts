import { setTimeout as sleep } from 'node:timers/promises'
import { CapstanError } from '../../core/capstan-error.ts'
import { version as ownVersion } from '../../core/version.ts'
import { connectSessions, type SessionsConnection } from '../wire/connect.ts'
import { type DaemonFiles, daemonFiles, makeDaemonFolder, readToken } from './daemon-files.ts'

/** `ready`: the daemon accepts clients. `busy`: another daemon holds the store. */
export type DaemonStart = 'ready' | 'busy'

export interface ConnectDaemonOptions {
  folder: string
  /** Starts a daemon if none runs; without it a missing daemon is an error. */
  start?: (files: DaemonFiles) => Promise<DaemonStart>
  /** The required daemon version. Default: this version; `any` accepts all. */
  version?: string
  /** How long to wait for a daemon that is starting or stopping. Default: 15 seconds. */
  timeoutMs?: number
}

/** Pause between attempts while another process starts or stops a daemon. */
const pause = 50

/**
 * Connects to the daemon of a folder and starts it if needed. Safe to call from several processes at once.
 * @throws CapstanError `DAEMON_NOT_RUNNING`, `DAEMON_VERSION`, or the reason the daemon did not start.
 */
export async function connectDaemon(options: ConnectDaemonOptions): Promise<SessionsConnection> {
  const { folder, start, version = ownVersion, timeoutMs = 15_000 } = options
  const files = daemonFiles(folder)
  if (start !== undefined) makeDaemonFolder(files)
  const until = performance.now() + timeoutMs
  for (;;) {
    const connection = await reach(files)
    if (connection !== undefined) return requireVersion(connection, version)
    if (start === undefined) {
      throw new CapstanError('DAEMON_NOT_RUNNING', 'The session daemon is not running', {
        hint: 'Start a session with capstan session new <agent>.',
      })
    }
    const started = await start(files)
    if (started === 'busy') await sleep(pause)
    if (performance.now() > until) {
      throw new CapstanError('DAEMON_SILENT', 'Cannot reach the session daemon', {
        hint: `Read its log ${files.logFile}.`,
      })
    }
  }
}

/** A connection; undefined if no daemon runs or it is stopping. */
async function reach(files: DaemonFiles): Promise<SessionsConnection | undefined> {
  const token = readToken(files)
  if (token === undefined) return undefined
  try {
    return await connectSessions({ socketPath: files.socketPath, token })
  } catch (error) {
    const code = CapstanError.isInstance(error) ? error.code : ''
    if (['HOST_NOT_THERE', 'HOST_CLOSED', 'WIRE_CLOSED'].includes(code)) return undefined
    throw error
  }
}

async function requireVersion(connection: SessionsConnection, version: string): Promise<SessionsConnection> {
  const { server } = connection
  if (version === 'any' || server.version === version) return connection
  await connection.close()
  throw new CapstanError(
    'DAEMON_VERSION',
    `The session daemon runs Capstan ${server.version} (process ${server.pid}), but this is ${version}`,
    {
      hint: 'Run capstan session stop, try again, then resume each session with capstan session resume.',
    },
  )
}
