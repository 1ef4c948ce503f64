import { CapstanError } from '../../core/capstan-error.ts'
import { makeFolder } from '../../core/files/make-folder.ts'

/** Longer ones are refused by the system; it is 104 on macOS and 108 on Linux, with the byte that ends it. */
const longestPath = 103

/**
 * The socket of a folder: a file in it, or where its path is too long for a socket, a file in a folder of its own among
 * the temporary ones; a named pipe on Windows.
 */
export function socketPathIn(folder: string, platform: NodeJS.Platform = process.platform): string {
  const path = process.getBuiltinModule('node:path')
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256').update(path.resolve(folder))
  const short = hash.digest('hex').slice(0, 16)
  if (platform === 'win32') return `\\\\.\\pipe\\capstan-${short}`
  const own = path.join(folder, 'socket')
  if (Buffer.byteLength(own) <= longestPath) return own
  return path.join(process.getBuiltinModule('node:os').tmpdir(), `capstan-${short}`, 'socket')
}

/**
 * Makes the folder of a socket, for its owner only.
 * @throws CapstanError `SOCKET_FOLDER_OPEN` when others can get into a folder that is there.
 */
export function makeSocketFolder(socketPath: string): void {
  if (process.platform === 'win32') return
  const folder = process.getBuiltinModule('node:path').dirname(socketPath)
  makeFolder(folder, 0o700)
  const { mode, uid } = process.getBuiltinModule('node:fs').lstatSync(folder)
  const isOwn = uid === process.getuid?.()
  if (isOwn && (mode & 0o777) === 0o700) return
  throw new CapstanError('SOCKET_FOLDER_OPEN', `${folder} is not for its owner alone`, {
    hint: isOwn ? `Run: chmod 700 ${folder}` : 'Use a folder of your own.',
  })
}
