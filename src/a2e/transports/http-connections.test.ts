import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { testHost } from '../../../test/support/a2e.ts'
import { echoTools } from '../../../test/support/a2e-plugins.ts'
import { httpAgent } from '../../../test/support/a2e-wire.ts'
import { A2EClient } from '../client.ts'
import { type HttpOptions, serveHttp } from './http-server.ts'

async function listen(options: HttpOptions = {}): Promise<{ url: string; port: number }> {
  const host = await testHost({ plugins: [echoTools], token: 'dev-secret' })
  const server = await serveHttp(host, { port: 0, ...options })
  onTestFinished(() => server.close())
  return server
}

/** Connections that send a text and then nothing. */
async function openConnections(port: number, count: number, text = ''): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  await Promise.all(
    sockets.map(async (socket) => {
      socket.on('error', () => undefined).resume()
      await once(socket, 'connect')
      if (text !== '') socket.write(text)
    }),
  )
  return sockets
}

const openAmong = (sockets: readonly Socket[]): number =>
  sockets.filter(({ readyState }) => readyState === 'open').length

const unfinished = 'POST /session HTTP/1.1\r\nHost: localhost\r\nX-Fill: '
const answered = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'

it.each([
  ['that send nothing', ''],
  ['with unfinished headers', unfinished],
  ['with answered requests', answered],
])('keeps only the newest 128 connections %s', async (_which, text) => {
  const { port } = await listen()
  const sockets = await openConnections(port, 300, text)
  await expect.poll(() => openAmong(sockets)).toBe(128)
  expect(sockets.slice(0, 100).filter(({ readyState }) => readyState === 'open')).toEqual([])
})

it('keeps the connections of agents that have shown the token, in a header or in the handshake', async () => {
  const { url, port } = await listen({ maxNewConnections: 4 })
  const client = new A2EClient({ to: { url }, capabilities: ['tools'], token: 'dev-secret' })
  onTestFinished(() => client.close())
  await client.connect()
  const { agent, close } = await httpAgent(url)
  onTestFinished(close)
  expect(await agent.handshake(['tools'], 'dev-secret')).toMatchObject({ ok: true })
  const sockets = await openConnections(port, 50)
  await expect.poll(() => openAmong(sockets)).toBe(4)
  // The answer comes on the stream that was opened before the handshake.
  expect(await agent.ask('ping')).toMatchObject({ type: 'pong' })
  await client.ping()
  // A new agent is not locked out either.
  const late = new A2EClient({ to: { url }, capabilities: ['tools'], token: 'dev-secret' })
  onTestFinished(() => late.close())
  await late.connect()
  expect(openAmong(sockets)).toBeLessThanOrEqual(4)
})

it('accepts more agents at once than connections without the token', async () => {
  const { url } = await listen({ maxNewConnections: 4 })
  const clients = Array.from(
    { length: 40 },
    () => new A2EClient({ to: { url, attempts: 1 }, capabilities: ['tools'], token: 'dev-secret' }),
  )
  onTestFinished(async () => void (await Promise.all(clients.map((one) => one.close()))))
  expect((await Promise.all(clients.map((one) => one.connect()))).length).toBe(40)
})

it.each([
  ['that sends nothing', ''],
  ['with unfinished headers', unfinished],
  ['with answered requests', answered],
])('ends a connection %s after the time for a handshake', async (_which, text) => {
  const { port } = await listen({ handshakeTimeoutMs: 300 })
  const [socket] = await openConnections(port, 1, text)
  const began = performance.now()
  if (socket !== undefined) await once(socket, 'close')
  expect(performance.now() - began).toBeLessThan(5000)
})
