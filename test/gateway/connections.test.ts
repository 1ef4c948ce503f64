import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bearer, createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'

let lab: GatewayLab
beforeAll(() => {
  lab = createGatewayLab()
})
afterAll(() => lab.remove())

/** A connection that sends a request, if any, and stays open. */
async function connection(port: number, headers?: Record<string, string>): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  if (headers === undefined) return socket.resume()
  const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map((pair) => pair.join(': '))
  socket.write(`GET /info HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  return socket.resume()
}

const openAmong = (sockets: readonly Socket[]): number =>
  sockets.filter(({ readyState }) => readyState === 'open').length

test('keeps 128 connections without the token or a sign-in, and every one with', async () => {
  const { server } = await lab.open()
  const signedIn = await fetch(server.loginLink(), { redirect: 'manual' })
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';')
  const known = [await connection(server.port, bearer), await connection(server.port, { cookie })]
  const refused = await connection(server.port, { authorization: 'Bearer wrong' })
  const silent = await Promise.all(Array.from({ length: 300 }, () => connection(server.port)))
  await expect.poll(() => openAmong([refused, ...silent])).toBe(128)
  expect([refused.readyState, openAmong(known)]).toEqual(['closed', 2])
  expect((await fetch(`${server.url}/info`, { headers: bearer })).status).toBe(200)
})
