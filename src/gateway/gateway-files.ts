import { CapstanError } from '../core/capstan-error.ts'
import { systemError } from '../core/system-error.ts'
import { makeFolder } from '../core/files/make-folder.ts'
import { makeToken } from '../core/token.ts'

/** What is shorter could be guessed. */
export const shortestToken = 16

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
 * @throws CapstanError `TOKEN_OPEN` when others can read it, `TOKEN_UNREADABLE` when nobody can.
 */
export function ensureTokenFile(file: string): string {
  try {
    return readOrMakeToken(file)
  } catch (cause) {
    const named = CapstanError.isInstance(cause) ? cause : systemError(cause)
    if (named !== undefined && named.code !== 'FOLDER_NOT_MADE') throw named
    const { message } = cause as Error
    throw new CapstanError('TOKEN_UNREADABLE', `The token file ${file} cannot be used: ${message}`, {
      cause,
      hint: 'Choose a token file in a folder you own.',
    })
  }
}

function readOrMakeToken(file: string): string {
  const fileSystem = process.getBuiltinModule('node:fs')
  makeFolder(process.getBuiltinModule('node:path').dirname(file), 0o700)
  try {
    // Of two that start at once one makes it, and the other reads it.
    fileSystem.writeFileSync(file, `${makeToken()}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const isOpen = process.platform !== 'win32' && (fileSystem.statSync(file).mode & 0o077) !== 0
  if (isOpen) {
    throw new CapstanError('TOKEN_OPEN', `Other users can read ${file}`, {
      hint: 'Stop the gateway and delete the file; the next start creates a new token.',
    })
  }
  const token = fileSystem.readFileSync(file, 'utf8').trim()
  if (token.length >= shortestToken) return token
  throw new CapstanError('GATEWAY_TOKEN', `The token in ${file} has fewer than ${shortestToken} characters`, {
    hint: 'Delete the file; the next start creates a new token.',
  })
}
