import { CapstanError } from '../core/capstan-error.ts'
import { makeToken } from '../core/token.ts'

/** What a gateway keeps in its folder, for its owner alone. */
export interface GatewayFiles {
  readonly tokenFile: string
  readonly threadsFile: string
  readonly sessionsFile: string
}

/** The files of a gateway below Capstan's data folder. */
export function gatewayFiles(dataFolder: string): GatewayFiles {
  const path = process.getBuiltinModule('node:path')
  const folder = path.join(dataFolder, 'gateway')
  return {
    tokenFile: path.join(folder, 'token'),
    threadsFile: path.join(folder, 'threads.json'),
    sessionsFile: path.join(folder, 'sessions.db'),
  }
}

/**
 * The token of a file, which is made with the first start.
 * @throws CapstanError `TOKEN_OPEN` when others can read it.
 */
export function ensureTokenFile(file: string): string {
  const fileSystem = process.getBuiltinModule('node:fs')
  fileSystem.mkdirSync(process.getBuiltinModule('node:path').dirname(file), { recursive: true, mode: 0o700 })
  try {
    // Of two that start at once one makes it, and the other reads it.
    fileSystem.writeFileSync(file, `${makeToken()}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const isOpen = process.platform !== 'win32' && (fileSystem.statSync(file).mode & 0o077) !== 0
  if (isOpen) {
    throw new CapstanError('TOKEN_OPEN', `Others can read ${file}`, {
      hint: 'Stop the gateway and remove the file: a new one is made.',
    })
  }
  return fileSystem.readFileSync(file, 'utf8').trim()
}
