import { CapstanError } from '../../core/capstan-error.ts'
import { makeFolder } from '../../core/files/make-folder.ts'

/** The system limit, including the final null byte, is 104 on macOS and 108 on Linux. */
const maxPathBytes = 103

/**
 * The socket of a folder: a file in it; if that path is too long, a file in its own temporary folder; on Windows a
 * named pipe.
 */
export function socketPathIn(folder: string, platform: NodeJS.Platform = process.platform): string {
  const path = process.getBuiltinModule('node:path')
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256').update(path.resolve(folder))
  const short = hash.digest('hex').slice(0, 16)
  if (platform === 'win32') return `\\\\.\\pipe\\capstan-${short}`
  const own = path.join(folder, 'socket')
  if (Buffer.byteLength(own) <= maxPathBytes) return own
  return path.join(process.getBuiltinModule('node:os').tmpdir(), `capstan-${short}`, 'socket')
}

/**
 * Creates the folder of a socket with mode 700.
 * @throws CapstanError `SOCKET_FOLDER_OPEN` if other users can access an existing folder.
 */
export function makeSocketFolder(socketPath: string): void {
  if (process.platform === 'win32') return
  const folder = process.getBuiltinModule('node:path').dirname(socketPath)
  makeFolder(folder, 0o700)
  requireOwn(folder, 0o777)
}

/**
 * Checks the folder and the socket before a client sends its token there: another user could listen instead.
 * @throws CapstanError `SOCKET_FOLDER_OPEN`
 */
export function requireOwnSocket(socketPath: string): void {
  if (process.platform === 'win32') return
  requireOwn(process.getBuiltinModule('node:path').dirname(socketPath), 0o077)
  requireOwn(socketPath, 0)
}

/** Checks the owner and that none of these permissions differs from 700. A missing file passes. */
function requireOwn(path: string, permissions: number): void {
  const stats = process.getBuiltinModule('node:fs').lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return
  const isOwn = stats.uid === process.getuid?.()
  if (isOwn && (stats.mode & permissions) === (0o700 & permissions)) return
  const message = isOwn ? `Other users can access ${path}` : `${path} belongs to another user`
  throw new CapstanError('SOCKET_FOLDER_OPEN', message, {
    hint: isOwn ? `Run: chmod 700 ${path}` : 'Use a folder of your own.',
  })
}
