import { CapstanError } from '../core/capstan-error.ts'
import { systemError } from '../core/system-error.ts'
import { makeFolder } from '../core/files/make-folder.ts'
import { makeToken } from '../core/token.ts'

/** Minimum length, so that a token cannot be guessed. */
const shortestToken = 16

/** The files of a gateway, readable by their owner only. */
export interface GatewayFiles {
  readonly tokenFile: string
  readonly threadsFile: string
  readonly sessionsFile: string
  /** Browsers that are signed in. */
  readonly loginsFile: string
}

export function gatewayFiles(dataFolder: string): GatewayFiles {
  const path = process.getBuiltinModule('node:path')
  const folder = path.join(dataFolder, 'gateway')
  return {
    tokenFile: path.join(folder, 'token'),
    threadsFile: path.join(folder, 'threads.db'),
    sessionsFile: path.join(folder, 'sessions.db'),
    loginsFile: path.join(folder, 'logins.json'),
  }
}

/**
 * Reads the token of a file; creates the file if it is missing.
 * @throws CapstanError `TOKEN_OPEN` if other users can read the file, `TOKEN_UNREADABLE` if it cannot be used.
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
    // If two gateways start at once, one creates the file and the other reads it.
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

/** @throws CapstanError `GATEWAY_TOKEN` if the token is too short. */
export function checkedToken(token: string): string {
  if (token.length >= shortestToken) return token
  throw new CapstanError(
    'GATEWAY_TOKEN',
    `The gateway token must have at least ${shortestToken} characters`,
    {
      hint: 'Omit token and call serve, which creates a token and stores it in a file.',
    },
  )
}
