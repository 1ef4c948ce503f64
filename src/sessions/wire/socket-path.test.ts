import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
