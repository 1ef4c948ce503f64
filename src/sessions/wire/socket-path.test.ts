import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { connectSessions } from './connect.ts'
import { socketPathIn } from './socket-path.ts'

it('is a file in the folder', () => {
  expect(socketPathIn('/home/ada/.capstan', 'linux')).toBe('/home/ada/.capstan/socket')
})

it('is in a temporary folder of its own if the path is too long', () => {
  const long = `/home/${'a'.repeat(100)}`
  const path = socketPathIn(long, 'linux')
  expect(path).toMatch(/capstan-[0-9a-f]{16}\/socket$/)
  expect(path.startsWith(join(tmpdir(), 'capstan-'))).toBe(true)
  expect(socketPathIn(long, 'darwin')).toBe(path)
  expect(socketPathIn(`${long}b`, 'linux')).not.toBe(path)
})

it('is a named pipe on Windows', () => {
  expect(socketPathIn('C:\\capstan', 'win32')).toMatch(/^\\\\\.\\pipe\\capstan-[0-9a-f]{16}$/)
})

it('is refused by a client before it sends its token, if another user can listen there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-open-'))
  const socketPath = join(folder, 'socket')
  const received: string[] = []
  const server = createServer((socket) => socket.on('data', (data) => received.push(String(data))))
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  try {
    const connect = (): Promise<unknown> => connectSessions({ socketPath, token: 'secret', timeoutMs: 200 })
    chmodSync(folder, 0o777)
    await expect(connect()).rejects.toMatchObject({
      code: 'SOCKET_FOLDER_OPEN',
      message: `Other users can access ${folder}`,
      hint: `Run: chmod 700 ${folder}`,
    })
    chmodSync(folder, 0o700)
    // Only root can give a file to another user.
    const paths = process.getuid?.() === 0 ? [folder, socketPath] : []
    const messages: unknown[] = []
    for (const path of paths) {
      chownSync(path, 65_534, 65_534)
      messages.push(await connect().catch((error: Error) => error.message))
      chownSync(path, 0, 0)
    }
    expect(messages).toEqual(paths.map((path) => `${path} belongs to another user`))
    expect(received).toEqual([])
  } finally {
    await new Promise((resolve) => server.close(resolve))
    rmSync(folder, { recursive: true, force: true })
  }
})
