import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { expect, it, onTestFinished, vi } from 'vitest'
import { listenLocally, openTunnel, resolveName, startProxy } from '../../test/support/proxy-lab.ts'

/** A server that keeps what it receives. */
async function startRecorder(): Promise<{ port: number; seen: () => Buffer }> {
  const chunks: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => void chunks.push(chunk))
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: await listenLocally(server), seen: () => Buffer.concat(chunks) }
}

/** The first bytes of a TLS client. */
async function clientHelloFor(servername: string): Promise<Buffer> {
  const recorder = await startRecorder()
  const client = connectSecurely({ host: '127.0.0.1', port: recorder.port, servername })
  client.on('error', () => {})
  await vi.waitFor(() => expect(recorder.seen().length).toBeGreaterThan(100))
  client.destroy()
  return recorder.seen()
}

/** The same ClientHello in several records. */
function inRecords(hello: Buffer): Buffer {
  const message = hello.subarray(5)
  const size = Math.ceil(message.length / 20)
  const parts: Buffer[] = []
  for (let at = 0; at < message.length; at += size) {
    const part = message.subarray(at, at + size)
    parts.push(Buffer.from([0x16, 3, 1, 0, part.length]), part)
  }
  return Buffer.concat(parts)
}

async function send(name: string, parts: Buffer[], hosts: string[]) {
  const recorder = await startRecorder()
  const lab = await startProxy({ hosts: [...hosts, '127.0.0.1'], resolveName })
  const { socket } = await openTunnel(lab.port, `${name}:${recorder.port}`)
  const closed = once(socket, 'close')
  socket.setNoDelay(true)
  for (const part of parts) {
    socket.write(part)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ...lab, recorder, closed, socket, sent: Buffer.concat(parts) }
}

it('passes on a TLS client that names the host of its tunnel, split at every byte', async () => {
  const hello = await clientHelloFor('Allowed.test')
  const parts = [...hello].map((byte) => Buffer.of(byte))
  const { recorder, sent } = await send('allowed.test', parts, ['allowed.test'])
  await vi.waitFor(() => expect(recorder.seen().equals(sent)).toBe(true))
})

it('passes on a TLS client that names another host that is allowed', async () => {
  const hello = await clientHelloFor('b.allowed.test')
  const { recorder, sent } = await send('a.allowed.test', [hello], ['*.allowed.test'])
  await vi.waitFor(() => expect(recorder.seen().equals(sent)).toBe(true))
})

it('passes on what is not TLS', async () => {
  const { recorder, sent } = await send('allowed.test', [Buffer.from('SSH-2.0-x\r\n')], ['allowed.test'])
  await vi.waitFor(() => expect(recorder.seen().equals(sent)).toBe(true))
})

it.each([
  ['in one piece', (hello: Buffer) => [hello]],
  ['split', (hello: Buffer) => [hello.subarray(0, 50), hello.subarray(50)]],
  ['in many records', (hello: Buffer) => [inRecords(hello)]],
])('cuts a tunnel whose TLS client names a host that is not allowed, %s', async (_how, split) => {
  const parts = split(await clientHelloFor('evil.test'))
  const { recorder, closed, blocked } = await send('allowed.test', parts, ['allowed.test'])
  await closed
  expect(recorder.seen().length).toBe(0)
  expect(blocked).toEqual([{ host: 'evil.test', port: recorder.port, reason: 'host' }])
})

it.each([
  ['is shorter than it says', Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 9])],
  ['is no ClientHello', Buffer.from([0x16, 3, 1, 0, 4, 2, 0, 0, 0])],
  ['is too long', Buffer.from([0x16, 3, 1, 0, 4, 1, 1, 0, 0])],
  ['is in too many records', Buffer.concat(Array.from({ length: 40 }, () => Buffer.of(0x16, 3, 1, 0, 0)))],
])('cuts a tunnel with a ClientHello that %s', async (_how, broken) => {
  const { recorder, closed } = await send('allowed.test', [broken], ['allowed.test'])
  await closed
  expect(recorder.seen().length).toBe(0)
})
