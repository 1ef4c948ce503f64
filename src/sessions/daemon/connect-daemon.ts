import { setTimeout as sleep } from 'node:timers/promises'
import { CapstanError } from '../../core/capstan-error.ts'
import { version as ownVersion } from '../../core/version.ts'
import { connectSessions, type SessionsConnection } from '../wire/connect.ts'
import { type DaemonFiles, daemonFiles, makeDaemonFolder, readToken } from './daemon-files.ts'

/** What became of starting a daemon: it takes clients, or another one keeps the store. */
export type DaemonStart = 'ready' | 'busy'

export interface ConnectDaemonOptions {
  folder: string
  /** Starts a daemon; without it there has to be one. */
  start?: (files: DaemonFiles) => Promise<DaemonStart>
  /** The version that the daemon has to have; ours if not given, any for `any`. */
  version?: string
  /** How long to wait for a daemon that begins or ends just now; 15 seconds if not given. */
  timeoutMs?: number
}

/** How long until it is tried again, while another process starts or ends a daemon. */
const pause = 50

/**
 * Connects to the daemon of a folder, and starts it if it is not there. Several may do so at once.
 * @throws CapstanError `DAEMON_NOT_RUNNING`, `DAEMON_VERSION`, or what kept the daemon from starting.
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
      throw new CapstanError('DAEMON_NOT_RUNNING', 'No sessions are kept right now', {
        hint: 'Open one with capstan session new <agent>.',
      })
    }
    const started = await start(files)
    if (started === 'busy') await sleep(pause)
    if (performance.now() > until) {
      throw new CapstanError('DAEMON_SILENT', 'The daemon that keeps the sessions cannot be reached', {
        hint: `Its log is ${files.logFile}.`,
      })
    }
  }
}

/** A connection; undefined when nobody is there, or whoever is ends just now. */
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
  const { host } = connection
  if (version === 'any' || host.version === version) return connection
  await connection.close()
  throw new CapstanError(
    'DAEMON_VERSION',
    `The sessions are kept by Capstan ${host.version} (process ${host.pid}), and this is ${version}`,
    {
      hint: 'Run capstan session stop, then try again; capstan session resume takes up the sessions one by one.',
    },
  )
}
