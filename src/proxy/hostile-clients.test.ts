import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { listenLocally, startProxy } from '../../test/support/proxy-lab.ts'

/** A server that keeps what it receives. */
async function startRecorder(): Promise<{ port: number; seen: () => string }> {
  let seen = ''
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      seen += String(chunk)
    })
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: await listenLocally(server), seen: () => seen }
}

/** Sends a text and waits until the proxy has answered or some time has passed. */
async function send(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  let got = ''
  socket.on('data', (chunk) => {
    got += String(chunk)
  })
  socket.write(text)
  await Promise.race([once(socket, 'data'), new Promise((resolve) => setTimeout(resolve, 200))])
  return got
}

const chunked = 'Transfer-Encoding: chunked\r\n'

it.each(['GET', 'DELETE', 'POST'])(
  'passes on a %s request without a second one in its body',
  async (method) => {
    const upstream = await startRecorder()
    const { port } = await startProxy({ hosts: ['127.0.0.1'] })
    const head = `${method} http://127.0.0.1:${upstream.port}/x HTTP/1.1\r\nHost: a\r\n`
    await send(port, `${head}Connection: transfer-encoding\r\n${chunked}\r\n7\r\nPOST /v\r\n0\r\n\r\n`)
    const [, body] = upstream.seen().split('\r\n\r\n')
    expect(body).toMatch(/^7\r\nPOST \/v/)
  },
)

it.each([
  ['two lengths', `${chunked}Content-Length: 4\r\n\r\n5\r\nhello\r\n0\r\n\r\n`],
  ['a length that is repeated', 'Content-Length: 1\r\nContent-Length: 5\r\n\r\nhello'],
  ['a carriage return alone in a header', 'X: a\rContent-Length: 5\r\n\r\nhello'],
  ['a space before a colon', 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
])('refuses a request with %s', async (_what, rest) => {
  const upstream = await startRecorder()
  const { port } = await startProxy({ hosts: ['127.0.0.1'] })
  const head = `POST http://127.0.0.1:${upstream.port}/x HTTP/1.1\r\nHost: a\r\n`
  expect(await send(port, head + rest)).toMatch(/^HTTP\/1.1 400 /)
  expect(upstream.seen()).toBe('')
})

it('reads the host of a request from its address, not from its Host header', async () => {
  const upstream = await startRecorder()
  const { port } = await startProxy({ hosts: ['127.0.0.1'] })
  await send(
    port,
    `GET http://127.0.0.1:${upstream.port}/x HTTP/1.1\r\nHost: evil.test\r\nHost: b.test\r\n\r\n`,
  )
  expect(upstream.seen().match(/^host:.*$/gim)).toEqual([`Host: 127.0.0.1:${upstream.port}`])
})

it('refuses HTTP/2 without TLS', async () => {
  const { port } = await startProxy({ hosts: ['*'] })
  expect(await send(port, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
})
