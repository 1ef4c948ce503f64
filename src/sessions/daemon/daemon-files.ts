import { CapstanError } from '../../core/capstan-error.ts'
import { makeFolder } from '../../core/files/make-folder.ts'
import { makeToken } from '../../core/token.ts'
import { socketPathIn } from '../wire/socket-path.ts'

/** What a daemon keeps in its folder. */
export interface DaemonFiles {
  folder: string
  socketPath: string
  /** Where the owner's token is. */
  tokenFile: string
  storeFile: string
  logFile: string
}

/** The files of the daemon of a folder. */
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

/** Makes the folder, for its owner alone. */
export function makeDaemonFolder({ folder }: DaemonFiles): void {
  makeFolder(folder, 0o700)
  process.getBuiltinModule('node:fs').chmodSync(folder, 0o700)
}

/** The owner's token; undefined when no daemon has been here. @throws CapstanError `TOKEN_OPEN` when others can read it. */
export function readToken({ tokenFile }: DaemonFiles): string | undefined {
  const { readFileSync, statSync } = process.getBuiltinModule('node:fs')
  try {
    const isOpen = process.platform !== 'win32' && (statSync(tokenFile).mode & 0o077) !== 0
    if (!isOpen) return readFileSync(tokenFile, 'utf8').trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  throw new CapstanError('TOKEN_OPEN', `Others can read ${tokenFile}`, {
    hint: `Run: chmod 600 ${tokenFile}. If somebody may have read it, end the daemon and remove the file.`,
  })
}

/** The owner's token, made if there is none. Only whoever holds the store calls this. */
export function ensureToken(files: DaemonFiles): string {
  const kept = readToken(files)
  if (kept !== undefined) return kept
  const token = makeToken()
  const { renameSync, writeFileSync } = process.getBuiltinModule('node:fs')
  // Whole or not at all: somebody may read it at any moment.
  const draft = `${files.tokenFile}.${process.pid}`
  writeFileSync(draft, `${token}\n`, { mode: 0o600 })
  renameSync(draft, files.tokenFile)
  return token
}
