import { CapstanError } from '../../core/capstan-error.ts'
import { makeFolder } from '../../core/files/make-folder.ts'
import { makeToken } from '../../core/token.ts'
import { socketPathIn } from '../wire/socket-path.ts'

/** The files of a daemon. */
export interface DaemonFiles {
  folder: string
  socketPath: string
  /** Holds the owner's token. */
  tokenFile: string
  storeFile: string
  logFile: string
}

export function daemonFiles(folder: string): DaemonFiles {
  const path = process.getBuiltinModule('node:path')
  return {
    folder,
    socketPath: socketPathIn(folder),
    tokenFile: path.join(folder, 'token'),
    storeFile: path.join(folder, 'sessions.db'),
    logFile: path.join(folder, 'daemon.log'),
  }
}

/** Creates the folder with mode 700. */
export function makeDaemonFolder({ folder }: DaemonFiles): void {
  makeFolder(folder, 0o700)
  process.getBuiltinModule('node:fs').chmodSync(folder, 0o700)
}

/**
 * The owner's token; undefined if no daemon has run here.
 * @throws CapstanError `TOKEN_OPEN` if other users can read it.
 */
export function readToken({ tokenFile }: DaemonFiles): string | undefined {
  const { readFileSync, statSync } = process.getBuiltinModule('node:fs')
  try {
    const isOpen = process.platform !== 'win32' && (statSync(tokenFile).mode & 0o077) !== 0
    if (!isOpen) return readFileSync(tokenFile, 'utf8').trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  throw new CapstanError('TOKEN_OPEN', `Other users can read ${tokenFile}`, {
    hint: `Run: chmod 600 ${tokenFile}. If someone may have read it, stop the daemon and delete the file.`,
  })
}

/** The owner's token, created if missing. Call only while holding the store. */
export function ensureToken(files: DaemonFiles): string {
  const existing = readToken(files)
  if (existing !== undefined) return existing
  const token = makeToken()
  const { renameSync, writeFileSync } = process.getBuiltinModule('node:fs')
  // Write and rename: a reader must never see a partial token.
  const draft = `${files.tokenFile}.${process.pid}`
  writeFileSync(draft, `${token}\n`, { mode: 0o600 })
  renameSync(draft, files.tokenFile)
  return token
}
