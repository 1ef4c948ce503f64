import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Burst, BurstTimes } from './burst.ts'
import { token } from './client.ts'

/* A program that sends bursts of requests for its parent, with no HTTP client: the time of the client would count as the server's. */

/** The server accepts the connections before the requests, as of clients that connected earlier. */
const acceptMs = 100
let runs = 0

process.on('message', (burst) => void send(burst as Burst).then((times) => process.send?.(times)))
process.on('disconnect', () => process.exit())

async function send({ port, path, count, input }: Burst): Promise<BurstTimes> {
  const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', noDelay: true }))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  await sleep(acceptMs)
  const requests = sockets.map(() => requestFor(path, input))
  const answers = sockets.map((socket) => answerOn(socket))
  const sent = sockets.map((socket, index) => {
    const now = performance.now()
    socket.write(requests[index] ?? '')
    return now
  })
  const ended = await Promise.all(answers)
  for (const socket of sockets) socket.destroy()
  return {
    firstMs: ended.map(({ first }, index) => first - (sent[index] ?? Number.NaN)),
    ends: [...new Set(ended.map(({ last }) => last))],
  }
}

function requestFor(path: string, input: object): Buffer {
  runs += 1
  const names = { threadId: `burst-${runs}`, runId: `r${runs}` }
  const body = JSON.stringify({ ...names, messages: [], protocolVersion: '1.0', ...input })
  return Buffer.from(
    [
      `POST ${path} HTTP/1.1`,
      'host: 127.0.0.1',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      `authorization: Bearer ${token}`,
      '',
      body,
    ].join('\r\n'),
  )
}

/** The time of the first byte of the body, and the type of the last event. */
function answerOn(socket: Socket): Promise<{ first: number; last: string }> {
  return new Promise((resolve, reject) => {
    let text = ''
    let first: number | undefined
    socket.on('error', reject).on('close', () => reject(new Error(`The connection closed: ${text}`)))
    socket.on('data', (bytes) => {
      const now = performance.now()
      text += bytes.toString('latin1')
      if (text.indexOf('data: ') === -1) return
      first ??= now
      if (!text.endsWith('\r\n0\r\n\r\n')) return
      resolve({ first, last: /"type":"(\w+)"/.exec(text.slice(text.lastIndexOf('data: ')))?.[1] ?? text })
    })
  })
}
