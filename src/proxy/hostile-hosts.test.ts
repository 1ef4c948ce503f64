import { connect, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { listenLocally, startProxy, viaProxy } from '../../test/support/proxy-lab.ts'

/** A server that answers every connection with this text, whatever it is. */
async function startRawServer(answer: string): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.from(answer, 'latin1')))
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return listenLocally(server)
}

it.each([
  ['a status below 100', 'HTTP/1.1 099 x\r\nContent-Length: 0\r\n\r\n', 502],
  ['the status 000', 'HTTP/1.1 000 x\r\nContent-Length: 0\r\n\r\n', 502],
  ['a control character in its status line', 'HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n', 200],
  ['another protocol', 'HTTP/1.1 101 No\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nhello', 502],
  ['a control character in a header', 'HTTP/1.1 200 OK\r\nX-A: a\x01b\r\nContent-Length: 0\r\n\r\n', 502],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n', 502],
  ['nothing', '', 502],
])('passes on an answer or an error if a host answers with %s', async (_what, answer, status) => {
  const upstream = await startRawServer(answer)
  const { port } = await startProxy({ hosts: ['127.0.0.1'] })
  expect((await viaProxy(port, `http://127.0.0.1:${upstream}/x`)).status).toBe(status)
  const call = await viaProxy(port, `http://127.0.0.1:${upstream}/v1/messages`, { body: '{}' })
  expect(call.status).toBe(status)
})

it('takes a permission back also from a request and from a tunnel that is being opened', async () => {
  const upstream = await startRawServer('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nbegin')
  const { port, proxy, blocked } = await startProxy({
    resolveName: (_host, _options, callback) =>
      void setTimeout(() => callback(null, [{ address: '127.0.0.1', family: 4 }]), 100),
  })
  const remove = proxy.allow(['later.test', '127.0.0.1'])
  const got: string[] = []
  const closed = [
    `CONNECT later.test:${upstream} HTTP/1.1\r\nHost: a\r\n\r\n`,
    `GET http://127.0.0.1:${upstream}/ HTTP/1.1\r\nHost: a\r\n\r\n`,
  ].map((text, index) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write(text)
    socket.on('data', (chunk) => (got[index] = (got[index] ?? '') + String(chunk)))
    return new Promise((resolve) => socket.once('close', resolve))
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  remove()
  await Promise.all(closed)
  expect(got[0]).toBeUndefined()
  expect(blocked).toEqual([])
})
