import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testHost } from '../../../test/support/a2e.ts'
import { echoTools, plugin } from '../../../test/support/a2e-plugins.ts'
import { exchange, httpAgent, openStream, WireAgent } from '../../../test/support/a2e-wire.ts'
import { ManualClock } from '../../core/manual-clock.ts'
import type { HostOptions } from '../host.ts'
import { type HttpOptions, serveHttp } from './http-server.ts'

async function listen(options: HttpOptions = {}, host: Partial<HostOptions> = {}) {
  const one = await testHost({ plugins: [echoTools], token: 'dev-secret', ...host })
  const server = await serveHttp(one, { port: 0, ...options })
  onTestFinished(() => server.close())
  return { host: one, server, url: server.url }
}

async function beginSession(url: string, headers: Record<string, string> = {}): Promise<string> {
  const { body } = await exchange(`${url}/session`, { method: 'POST', headers })
  return (JSON.parse(body) as { session_id: string }).session_id
}

function post(url: string, session: string, message: object) {
  const headers = { 'x-session-id': session, 'content-type': 'text/plain' }
  return exchange(`${url}/send`, { method: 'POST', headers, body: JSON.stringify(message) })
}

const call = (text: string) => ({ tool_name: 'echo', arguments: { text }, streaming: true })

describe('a conversation', () => {
  it('uses posts and a stream with one session id', async () => {
    const { url } = await listen()
    const { agent, session, stream, close } = await httpAgent(url)
    onTestFinished(close)
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'transfer-encoding': 'chunked',
    })
    expect(await agent.handshake(['tools'], 'dev-secret')).toMatchObject({ ok: true, session_id: session })
    const id = agent.send('tool/call/req', call('h\u00E9llo \u2028 \u0085 😀'))
    expect(await agent.answerTo(id)).toMatchObject({
      data: { success: true, data: { text: 'h\u00E9llo \u2028 \u0085 😀' } },
    })
    expect(agent.about(id).map(({ type, seq }) => [type, seq])).toEqual([
      ['tool/event', 0],
      ['tool/call/resp', undefined],
    ])
  })

  it('answers a post as the reference host does', async () => {
    const { url } = await listen()
    const session = await beginSession(url)
    const { status, headers, body } = await post(url, session, { type: 'handshake/req' })
    expect({ status, type: headers['content-type'], length: headers['content-length'], body }).toEqual({
      status: 200,
      type: 'application/json',
      length: '11',
      body: '{"ok":true}',
    })
    expect(await exchange(`${url}/health`)).toMatchObject({ status: 200, body: '{"status":"ok"}' })
  })

  it('keeps messages until a client reads the stream', async () => {
    const { url } = await listen()
    const session = await beginSession(url)
    await post(url, session, {
      type: 'handshake/req',
      id: 'h',
      auth_token: 'dev-secret',
      agent_caps: ['tools'],
    })
    await post(url, session, { type: 'tool/call/req', id: 'c', ...call('early') })
    const agent = new WireAgent(() => undefined)
    const stream = await openStream(url, session, agent)
    onTestFinished(() => stream.destroy())
    expect(await agent.answerTo('c')).toMatchObject({ data: { data: { text: 'early' } } })
    expect(agent.received.map(({ type }) => type)).toEqual(['handshake/resp', 'tool/event', 'tool/call/resp'])
  })

  it('takes several messages in one post after the handshake, in order', async () => {
    const { url } = await listen()
    const { agent, session, close } = await httpAgent(url)
    onTestFinished(close)
    const batch = (lines: readonly string[]) =>
      exchange(`${url}/send`, {
        method: 'POST',
        headers: { 'x-session-id': session, 'content-type': 'application/x-ndjson' },
        body: lines.join('\n'),
      })
    const line = (id: string) => JSON.stringify({ type: 'tool/call/req', id, ...call(id) })
    await batch([line('a'), line('b')])
    expect(await agent.next(({ type }) => type === 'error')).toMatchObject({ code: 'parse_error' })
    await agent.handshake(['tools'], 'dev-secret')
    expect(await batch([line('one'), '{', line('two')])).toMatchObject({ status: 200 })
    await agent.answerTo('two')
    expect(agent.received.slice(2).map(({ type, req_id: id }) => `${String(type)} ${String(id)}`)).toEqual([
      'tool/event one',
      'error ',
      'tool/event two',
      'tool/call/resp one',
      'tool/call/resp two',
    ])
    const many = Array.from({ length: 65 }, (_, index) => line(`n${index}`))
    expect(await batch(many)).toMatchObject({ status: 400 })
  })

  it('resumes after the last event id of the reader', async () => {
    const { url } = await listen()
    const { agent, session, stream, close } = await httpAgent(url)
    onTestFinished(close)
    await agent.handshake(['tools'], 'dev-secret')
    const first = await agent.ask('tool/call/req', call('one'))
    await agent.ask('tool/call/req', call('two'))
    stream.destroy()
    await stream.closed
    await post(url, session, { type: 'tool/call/req', id: 'three', ...call('three') })
    const after = new WireAgent(() => undefined)
    const again = await openStream(url, session, after, { 'last-event-id': String(first['id']) })
    onTestFinished(() => again.destroy())
    await after.answerTo('three')
    expect(after.received.map(({ type, data }) => [type, data])).toMatchObject([
      ['tool/event', {}],
      ['tool/call/resp', { data: { text: 'two' } }],
      ['tool/event', {}],
      ['tool/call/resp', { data: { text: 'three' } }],
    ])
  })

  it('replaces the first reader with a second', async () => {
    const { url } = await listen()
    const { agent, session, stream, close } = await httpAgent(url)
    onTestFinished(close)
    await agent.handshake(['tools'], 'dev-secret')
    const after = new WireAgent(() => undefined)
    const again = await openStream(url, session, after)
    onTestFinished(() => again.destroy())
    await stream.closed
    const id = agent.send('tool/call/req', call('new'))
    await after.answerTo(id)
    expect(after.received.map(({ type }) => type)).toEqual(['tool/event', 'tool/call/resp'])
  })

  it('handles a repeated post once', async () => {
    const { url } = await listen()
    const { agent, session, close } = await httpAgent(url)
    onTestFinished(close)
    await agent.handshake(['tools'], 'dev-secret')
    const message = { type: 'tool/call/req', id: 'again', ...call('x'), streaming: false }
    await Promise.all([post(url, session, message), post(url, session, message)])
    await agent.ask('ping')
    expect(agent.about('again')).toHaveLength(1)
  })

  it('gets heartbeats on a silent stream', async () => {
    const { url } = await listen({ heartbeatMs: 40 })
    const session = await beginSession(url, { authorization: 'Bearer dev-secret' })
    const socket = openSocket(url)
    socket.write(`GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Session-Id: ${session}\r\n\r\n`)
    expect(await receives(socket, /^4\r\n: \n\n\r\n/m)).toBe(true)
  })

  it('reports a body that is not JSON on the stream', async () => {
    const { url } = await listen()
    const { agent, session, close } = await httpAgent(url)
    onTestFinished(close)
    const headers = { 'x-session-id': session }
    expect(await exchange(`${url}/send`, { method: 'POST', headers, body: '{' })).toMatchObject({
      status: 200,
    })
    expect(await agent.next(({ type }) => type === 'error')).toMatchObject({
      code: 'parse_error',
      req_id: '',
    })
    const bytes = Buffer.from([0x22, 0xff, 0x22])
    expect(await exchange(`${url}/send`, { method: 'POST', headers, body: bytes })).toMatchObject({
      status: 400,
    })
  })
})

describe('the end of a session', () => {
  it('can be requested', async () => {
    const { url, host } = await listen()
    const { session, stream, close } = await httpAgent(url)
    onTestFinished(close)
    const headers = { 'x-session-id': session }
    expect(await exchange(`${url}/session`, { method: 'DELETE', headers })).toMatchObject({ status: 200 })
    await stream.closed
    expect(await post(url, session, { type: 'ping' })).toMatchObject({ status: 404 })
    expect(host.sessions).toBe(0)
  })

  it('follows a shutdown', async () => {
    const { url } = await listen()
    const { agent, session, stream, close } = await httpAgent(url)
    onTestFinished(close)
    await agent.handshake(['tools'], 'dev-secret')
    agent.send('shutdown')
    await stream.closed
    expect(await post(url, session, { type: 'ping' })).toMatchObject({ status: 404 })
  })

  it('comes without a handshake in time', async () => {
    // Long enough to connect on a busy machine: a connection that ends sooner is an error of the agent.
    const { url, host } = await listen({ handshakeTimeoutMs: 500 })
    const { stream, close } = await httpAgent(url)
    onTestFinished(close)
    await stream.closed
    expect(host.sessions).toBe(0)
  })

  it('does not come at once when a later handshake fails, so that the agent can try again', async () => {
    const clock = new ManualClock()
    const { url, host } = await listen({ heartbeatMs: 40 }, { clock })
    const { agent, stream, close } = await httpAgent(url)
    onTestFinished(close)
    await agent.handshake(['tools'], 'dev-secret')
    // The host checks its sessions when it sends a heartbeat.
    const swept = async (milliseconds: number): Promise<void> => {
      const beat = stream.beat()
      await clock.advance(milliseconds)
      await Promise.race([beat, stream.closed])
    }
    await swept(29_000)
    await swept(29_000)
    expect(await agent.handshake(['tools'], 'WRONG')).toMatchObject({ ok: false })
    await swept(29_000)
    expect(host.sessions).toBe(1)
    expect(await agent.handshake(['tools'], 'dev-secret')).toMatchObject({ ok: true })
  })

  it('comes when no client is connected', async () => {
    const ended = Promise.withResolvers<string>()
    const tools = { ...echoTools, endSession: () => ended.resolve('ended') }
    const { url } = await listen({ idleTimeoutMs: 1000 }, { plugins: [tools] })
    const { agent, close } = await httpAgent(url)
    await agent.handshake(['tools'], 'dev-secret')
    close()
    expect(await ended.promise).toBe('ended')
  })

  it('comes when the buffer overflows, so that no message is dropped silently', async () => {
    const logged = Promise.withResolvers<string>()
    const flood = plugin('tools', {
      'tool/call/req': (_request, { emit }) => {
        const texts = Array.from({ length: 64 }, () => 'x'.repeat(1024))
        for (const text of texts) emit({ kind: 'log', data: { text } })
        return { data: { success: true, tool_name: 'flood', duration_ms: 0 } }
      },
    })
    const { url } = await listen({ maxBufferedBytes: 16_384 }, { plugins: [flood], log: logged.resolve })
    const session = await beginSession(url)
    await post(url, session, { type: 'handshake/req', auth_token: 'dev-secret', agent_caps: ['tools'] })
    await post(url, session, { type: 'tool/call/req', arguments: {} })
    expect(await logged.promise).toBe(
      `Session ${session} ended: the client left more than 16384 bytes unread`,
    )
    expect(await post(url, session, { type: 'ping' })).toMatchObject({ status: 404 })
  })

  it('comes for all sessions when the server closes', async () => {
    const { url, server, host } = await listen()
    const { stream, close } = await httpAgent(url)
    onTestFinished(close)
    await server.close()
    await stream.closed
    expect(host.sessions).toBe(0)
    await expect(exchange(`${url}/health`)).rejects.toThrow(/ECONNREFUSED|socket hang up/)
  })
})

describe('the server refuses', () => {
  it('to listen without a token', async () => {
    const host = await testHost({ plugins: [echoTools] })
    await expect(serveHttp(host, { port: 0 })).rejects.toMatchObject({ code: 'A2E_TOKEN_MISSING' })
  })

  it('to listen on a port in use', async () => {
    const { server, host } = await listen()
    await expect(serveHttp(host, { port: server.port })).rejects.toMatchObject({ code: 'A2E_NOT_LISTENING' })
  })

  it.each([
    ['POST', '/send', {}, 400],
    ['POST', '/send', { 'x-session-id': 'unknown' }, 404],
    ['GET', '/stream', {}, 400],
    ['GET', '/stream', { 'x-session-id': 'unknown' }, 404],
    ['DELETE', '/session', {}, 400],
    ['GET', '/session', {}, 405],
    ['GET', '/send', {}, 405],
    ['GET', '/', {}, 404],
    ['GET', '/health', { host: 'evil.example' }, 403],
    ['GET', '/health', { host: 'evil.example:8765' }, 403],
    ['GET', '/health', { host: 'localhost:8765' }, 200],
    ['GET', '/health', { host: '[::1]:8765' }, 200],
    ['GET', '/health', { host: 'Host.Example' }, 200],
    ['POST', '/session', { origin: 'http://localhost:3000' }, 403],
    ['POST', '/session', { origin: 'null' }, 403],
    ['POST', '/session', { origin: 'https://page.example' }, 200],
    ['POST', '/session', { authorization: 'Bearer WRONG' }, 401],
    ['POST', '/session', { authorization: 'Basic dev-secret' }, 401],
    ['POST', '/session', { authorization: 'Bearer dev-secret' }, 200],
  ])('or accepts %s %s with %j: status %i', async (method, path, headers, status) => {
    const { url } = await listen({ allowedHosts: ['host.example'], allowedOrigins: ['https://page.example'] })
    expect((await exchange(url + path, { method, headers })).status).toBe(status)
  })

  it('no handshake without the token if the session started with the token', async () => {
    const { url } = await listen()
    const session = await beginSession(url, { authorization: 'Bearer dev-secret' })
    const agent = new WireAgent((line) => void post(url, session, JSON.parse(line) as object))
    const stream = await openStream(url, session, agent)
    onTestFinished(() => stream.destroy())
    expect(await agent.handshake(['tools'])).toMatchObject({ ok: true })
  })

  it('the oldest of too many sessions without the token, and locks nobody out', async () => {
    const { url, host } = await listen({ maxNewSessions: 2 })
    const known = await beginSession(url, { authorization: 'Bearer dev-secret' })
    const [first, second, third] = [await beginSession(url), await beginSession(url), await beginSession(url)]
    const statuses = []
    for (const session of [known, first, second, third])
      statuses.push((await post(url, session, { type: 'ping' })).status)
    expect(statuses).toEqual([200, 404, 200, 200])
    expect(host.sessions).toBe(3)
  })

  it('sessions beyond the limit once all of them have shown the token', async () => {
    const { url } = await listen({ maxSessions: 1 })
    const headers = { authorization: 'Bearer dev-secret' }
    await beginSession(url)
    expect(await exchange(`${url}/session`, { method: 'POST', headers })).toMatchObject({ status: 200 })
    expect(await exchange(`${url}/session`, { method: 'POST', headers })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
    })
  })

  it('more than 16 messages or a message of more than 16 KiB before the handshake', async () => {
    const { url, host } = await listen()
    const large = { type: 'handshake/req', agent_id: 'x'.repeat(16 * 1024) }
    const [many, few] = [await beginSession(url), await beginSession(url)]
    expect(await post(url, few, large)).toMatchObject({ status: 413 })
    await post(url, few, { type: 'handshake/req', auth_token: 'dev-secret' })
    expect(await post(url, few, large)).toMatchObject({ status: 200 })
    const statuses = new Set<number>()
    for (let count = 0; count < 16; count++) statuses.add((await post(url, many, { type: 'ping' })).status)
    expect([...statuses]).toEqual([200])
    expect(await post(url, many, { type: 'ping' })).toMatchObject({ status: 429 })
    expect(await post(url, many, { type: 'ping' })).toMatchObject({ status: 404 })
    expect(host.sessions).toBe(1)
  })

  it('a second body before the handshake while the first arrives, which ends with the session', async () => {
    const { url } = await listen({ maxNewSessions: 1 })
    const session = await beginSession(url)
    const slow = openSocket(url)
    slow.write(
      `POST /send HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Session-Id: ${session}\r\nContent-Length: 100\r\n\r\n{"ty`,
    )
    await expect.poll(async () => (await post(url, session, { type: 'ping' })).status).toBe(503)
    await beginSession(url)
    expect(await receives(slow, /HTTP/)).toBe(false)
  })

  it('a body that is too large, with or without a content length', async () => {
    const { url } = await listen({ maxMessageBytes: 1000 })
    const session = await beginSession(url)
    const head = `POST /send HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Session-Id: ${session}\r\n`
    const announced = openSocket(url)
    announced.write(`${head}Content-Length: 1001\r\n\r\n`)
    expect(await receives(announced, /^HTTP\/1\.1 413 /)).toBe(true)
    const chunked = openSocket(url)
    chunked.write(`${head}Transfer-Encoding: chunked\r\n\r\n3e9\r\n${'x'.repeat(1001)}\r\n`)
    expect(await receives(chunked, /^HTTP\/1\.1 413 /)).toBe(true)
  })

  it('a body that arrives too slowly', async () => {
    const { url } = await listen({ bodyTimeoutMs: 200 })
    const session = await beginSession(url)
    const socket = openSocket(url)
    socket.write(
      `POST /send HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Session-Id: ${session}\r\nContent-Length: 100\r\n\r\n{"ty`,
    )
    expect(await receives(socket, /^HTTP\/1\.1 408 /)).toBe(true)
    expect(await exchange(`${url}/health`)).toMatchObject({ status: 200 })
  })
})

function openSocket(url: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Reads until the text arrives; false when the stream ends first. */
async function receives(socket: Socket, text: RegExp): Promise<boolean> {
  let all = ''
  for await (const chunk of socket) {
    all += String(chunk)
    if (text.test(all)) return true
  }
  return false
}
