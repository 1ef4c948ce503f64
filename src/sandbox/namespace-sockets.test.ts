import { spawn } from 'node:child_process'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { findOnPath } from './bubblewrap.ts'
import { receiveSockets, withNamespaceSockets } from './namespace-sockets.ts'

const perl = findOnPath('perl', '/usr/bin:/bin')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Opens a port beside an agent that only waits, and connects to it. */
async function openedBy(words: readonly string[], port: number): Promise<string> {
  const [shell = '', ...rest] = words
  const child = spawn(shell, rest, { stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'ignore', 'pipe'] })
  try {
    const server = await new Promise<Server>((resolve, reject) => {
      receiveSockets(child, (_port, one) => resolve(one))
      child.once('exit', () => reject(new Error('the agent ended first')))
    })
    server.once('connection', (socket) => socket.end('hello'))
    const [text] = await once(connect(port, '127.0.0.1'), 'data')
    server.close()
    return String(text)
  } finally {
    child.kill()
  }
}

const agent = ['/bin/sleep', '20']

it.runIf(perl)('opens ports in Perl, without Node', async () => {
  const port = await freePort()
  const words = withNamespaceSockets([port], agent, perl)
  const withoutNode = words.map((word) => (word === process.execPath ? '/bin/false' : word))
  expect(await openedBy(withoutNode, port)).toBe('hello')
})

it.runIf(process.platform !== 'win32')('opens ports in Node, without Perl', async () => {
  const port = await freePort()
  expect(await openedBy(withNamespaceSockets([port], agent), port)).toBe('hello')
})
