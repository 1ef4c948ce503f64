import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { connect as connectSecurely } from 'node:tls'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  connectSessions,
  createSessions,
  createTokens,
  hostSession,
  type MessageReceipt,
  type Participant,
  serveSessions,
  type Sessions,
  type SessionsServer,
  type Tokens,
} from '../../src/sessions/index.ts'
import { fakeSession } from '../support/sessions/fake-session.ts'

let folder: string
const pem = (name: string): string => readFileSync(join(folder, `${name}.pem`), 'utf8')

/** A certificate that signs itself. */
function makeCertificate(name: string): void {
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost`
  const files = ['-keyout', join(folder, `${name}-key.pem`), '-out', join(folder, `${name}.pem`)]
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  execFileSync('openssl', [...words.split(' '), ...files, ...names], { stdio: 'ignore' })
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-remote-'))
  makeCertificate('server')
  makeCertificate('other')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let sessions: Sessions
let tokens: Tokens
let server: SessionsServer
let ann: Participant
let token: string
beforeEach(async () => {
  sessions = createSessions()
  ann = sessions.join({ name: 'Ann' })
  tokens = createTokens()
  token = tokens.issue({ rights: 'session', session: 'ses_far' })
  const tls = { cert: pem('server'), key: pem('server-key') }
  const listen = { hostname: '127.0.0.1', port: 0, tls }
  server = await serveSessions(sessions, { socketPath: join(folder, 'own', 'socket'), tokens, listen })
})
afterEach(async () => {
  await server.close()
  await sessions.close()
})

const address = () => ({ url: server.url ?? '', ca: pem('server') })
const statusOf = (): string | undefined =>
  sessions.records().find(({ identity }) => identity.id === 'ses_far')?.status

it('hosts a session over TLS: messages, receipts and events', async () => {
  expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  await using connection = await connectSessions({ ...address(), token })
  const far = fakeSession({ handle: 'far', id: 'an id that the server ignores' })
  const hosted = hostSession(connection, far)
  await expect.poll(statusOf).toBe('idle')
  const { deliveries } = ann.send({ to: '@far', text: 'over the network' })
  const id = deliveries[0]?.id ?? ''
  await expect.poll(() => sessions.deliveries.get(id).state).toBe('delivered')
  expect(far.received.map(({ text }) => text)).toEqual(['over the network'])
  await far.emit({ type: 'status.changed', status: 'active' })
  expect(statusOf()).toBe('active')
  await connection.request('send', { to: '@ann', text: 'and back' })
  expect(ann.inbox().map(({ message }) => [message.from.handle, message.text])).toEqual([['far', 'and back']])
  await connection.request('host.beat', {})
  await hosted.stop()
  await expect.poll(statusOf).toBe('offline')
})

it('puts a message in doubt that the lost process did not answer, and takes the session offline', async () => {
  const connection = await connectSessions({ ...address(), token })
  const seen = Promise.withResolvers<void>()
  const hung = fakeSession({
    handle: 'far',
    receive: () => {
      seen.resolve()
      return new Promise<MessageReceipt>(() => undefined)
    },
  })
  const { ended } = hostSession(connection, hung)
  await expect.poll(statusOf).toBe('idle')
  const { deliveries } = ann.send({ to: '@far', text: 'hello' })
  await seen.promise
  await connection.close()
  await ended
  await expect.poll(() => sessions.deliveries.get(deliveries[0]?.id ?? '').state).toBe('in-doubt')
  await expect.poll(statusOf).toBe('offline')
})

it('refuses a certificate of another authority, and a wrong or missing token', async () => {
  await expect(connectSessions({ ...address(), ca: pem('other'), token })).rejects.toMatchObject({
    code: 'TLS_REFUSED',
  })
  await expect(connectSessions({ url: server.url ?? '', token })).rejects.toMatchObject({
    code: 'TLS_REFUSED',
  })
  for (const wrong of ['', `${token}x`])
    await expect(connectSessions({ ...address(), token: wrong })).rejects.toMatchObject({
      code: 'WIRE_DENIED',
    })
})

it('accepts no plaintext where it expects TLS', async () => {
  const socket = connect(Number(new URL(server.url ?? '').port), '127.0.0.1')
  const text = await new Promise<string>((resolve) => {
    let all = ''
    socket.on('data', (chunk: Buffer) => (all += chunk.toString('latin1')))
    socket.on('close', () => resolve(all))
    socket.on('error', () => undefined)
    socket.write(`${JSON.stringify({ hello: { token } })}\n`)
  })
  expect(text).not.toContain('welcome')
})

const portOf = (): number => Number(new URL(server.url ?? '').port)

it('ends the oldest connections of unknown clients, and none of a known one', async () => {
  const owner = tokens.issue({ rights: 'owner' })
  await using connection = await connectSessions({ ...address(), token: owner })
  const silent = Array.from({ length: 200 }, () =>
    connect(portOf(), '127.0.0.1').on('error', () => undefined),
  )
  await expect.poll(() => silent.filter(({ closed }) => closed).length).toBe(72)
  await using other = await connectSessions({ ...address(), token: owner })
  await Promise.all([connection.request('participants', {}), other.request('participants', {})])
  for (const socket of silent) socket.destroy()
})

it('reads at most 16 KB of a client that has not shown its token', async () => {
  const socket = connectSecurely({ port: portOf(), host: '127.0.0.1', ca: pem('server') })
  const refusal = new Promise<string>((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8')))
    socket.on('error', () => undefined)
  })
  socket.write('x'.repeat(17 * 1024))
  expect(JSON.parse(await refusal)).toMatchObject({
    error: { code: 'WIRE_BROKEN', message: 'The first line is longer than 16384 bytes' },
  })
  socket.destroy()
})

it('refuses plaintext on an address that is not loopback, on both sides', async () => {
  const socketPath = join(folder, 'plain', 'socket')
  for (const hostname of ['0.0.0.0', '10.1.2.3', 'example.com'])
    await expect(
      serveSessions(sessions, { socketPath, tokens, listen: { hostname, port: 0 } }),
    ).rejects.toMatchObject({ code: 'TLS_REQUIRED' })
  await expect(connectSessions({ url: 'http://10.1.2.3:7443', token })).rejects.toMatchObject({
    code: 'TLS_REQUIRED',
  })
  const listen = { hostname: '127.0.0.1', port: 0 }
  await using plain = await serveSessions(sessions, { socketPath, tokens, listen })
  await using connection = await connectSessions({ url: plain.url ?? '', token })
  expect(connection.server.rights).toBe('session')
})

it('lets the token of a session host only that session, and an owner none', async () => {
  const owner = tokens.issue({ rights: 'owner' })
  await using connection = await connectSessions({ ...address(), token: owner })
  const { ended } = hostSession(connection, fakeSession({ handle: 'far' }))
  expect(await ended).toMatchObject({ code: 'FORBIDDEN' })
  await using own = await connectSessions({ ...address(), token })
  await expect(own.request('host.beat', {})).rejects.toMatchObject({ code: 'SESSION_GONE' })
  await expect(own.request('session.list', {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
