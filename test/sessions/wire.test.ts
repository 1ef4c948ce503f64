import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectSessions } from '../../src/sessions/wire/connect.ts'
import { serveSessions } from '../../src/sessions/wire/serve.ts'
import { createTokens } from '../../src/sessions/wire/tokens.ts'
import { failureOf } from '../support/sim-lab.ts'
import { createWireLab, type WireLab } from '../support/sessions/wire-lab.ts'
import { manifest } from '../support/package.ts'

/** Leaves a stale socket, as a killed process does. */
function leaveSocket(path: string): void {
  const source = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
  expect(spawnSync(process.execPath, ['-e', source]).signal).toBe('SIGKILL')
}

let lab: WireLab
beforeEach(async () => void (lab = await createWireLab()))
afterEach(() => lab[Symbol.asyncDispose]())

describe('a session over the wire', () => {
  it('sends as itself, reads its inbox and answers', async () => {
    const [ada, bob] = [await lab.connect(lab.ada), await lab.connect(lab.bob)]
    const { message, deliveries } = await ada.request('send', { to: '@bob', text: 'hello' })
    expect(message).toMatchObject({ text: 'hello', from: { id: 'ses_ada', handle: 'ada' }, kind: 'dm' })
    expect(deliveries).toMatchObject([{ sender: 'ses_ada', recipient: 'ses_bob', mode: 'on-idle' }])
    expect((await bob.request('inbox', { unread: true })).map((item) => item.message.text)).toEqual(['hello'])
    expect(await bob.request('markRead', {})).toEqual({ count: 1 })
    await bob.request('reply', { messageId: message.id, text: 'hello yourself' })
    expect((await ada.request('thread', { messageId: message.id })).map(({ text }) => text)).toEqual([
      'hello',
      'hello yourself',
    ])
    expect(await ada.request('whoami', {})).toEqual({
      identity: { id: 'ses_ada', name: 'ada', handle: 'ada' },
      kind: 'session',
    })
    expect((await ada.request('participants', {})).map(({ handle }) => handle)).toEqual(['ada', 'bob'])
  })

  it('may not call methods of the owner or act as another', async () => {
    const ada = await lab.connect(lab.ada)
    expect(ada.server).toMatchObject({ rights: 'session', pid: process.pid, version: manifest.version })
    expect(await failureOf(ada.request('session.list', {}))).toEqual({
      name: 'CapstanError',
      code: 'FORBIDDEN',
      message: 'Only the owner may call session.list',
    })
    const stream = ada.stream('events.watch', {})[Symbol.asyncIterator]()
    expect(await failureOf(stream.next())).toMatchObject({ code: 'FORBIDDEN' })
    expect(await failureOf(ada.request('send', { to: '@bob', text: 'x', as: '@bob' }))).toMatchObject({
      code: 'FORBIDDEN',
      message: 'A session can act only as itself',
    })
    expect(await failureOf(ada.request('inbox', { as: 'ses_bob' }))).toMatchObject({ code: 'FORBIDDEN' })
    // Parameters cannot change the caller.
    const forged = { to: '@bob', text: 'x', from: { id: 'ses_bob' } }
    expect(await failureOf(ada.request('send', forged))).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'send: from is not allowed',
    })
  })

  it('is disconnected when its token is revoked, and cannot reconnect', async () => {
    const token = lab.tokens.issue({ rights: 'session', session: 'ses_ada' })
    const { socketPath } = lab
    const connection = await connectSessions({ socketPath, token })
    const bob = await lab.connect(lab.bob)
    lab.tokens.revoke('ses_ada')
    expect((await connection.closed)?.toJSON()).toMatchObject({ code: 'WIRE_DENIED' })
    expect(await failureOf(connection.request('inbox', {}))).toMatchObject({ code: 'WIRE_DENIED' })
    expect(await failureOf(connectSessions({ socketPath, token }))).toMatchObject({
      code: 'WIRE_DENIED',
      message: 'Unknown token',
    })
    expect(await bob.request('inbox', {})).toEqual([])
  })

  it('gets SESSION_GONE after its release', async () => {
    const ada = await lab.connect(lab.ada)
    await lab.ada.release?.()
    expect(await failureOf(ada.request('inbox', {}))).toMatchObject({ code: 'SESSION_GONE' })
  })

  it('invokes actions, which are canceled when it disconnects', async () => {
    let gaveUp = (): void => undefined
    const givenUp = new Promise<void>((resolve) => (gaveUp = resolve))
    lab.sessions.actions.register({
      name: 'wait',
      description: 'Waits for ever',
      handler: (_, { signal, caller }) =>
        new Promise(() => signal.addEventListener('abort', () => caller.id === 'ses_ada' && gaveUp())),
    })
    lab.sessions.actions.register({
      name: 'who',
      description: 'x',
      handler: (_, { caller }) => caller.handle,
    })
    const ada = await lab.connect(lab.ada)
    expect(await ada.request('invoke', { action: 'who' })).toMatchObject({ ok: true, output: 'ada' })
    const waiting = ada.request('invoke', { action: 'wait' })
    const failed = failureOf(waiting)
    await expect.poll(() => lab.sessions.events.read({ types: ['action.invoked'] }).length).toBe(2)
    await ada.close()
    await givenUp
    expect(await failed).toMatchObject({ code: 'WIRE_CLOSED' })
  })

  it('can cancel one request', async () => {
    lab.sessions.actions.register({
      name: 'wait',
      description: 'x',
      handler: () => new Promise(() => undefined),
    })
    const ada = await lab.connect(lab.ada)
    const stop = new AbortController()
    const waiting = ada.request('invoke', { action: 'wait' }, stop.signal)
    stop.abort()
    expect(await waiting).toMatchObject({ ok: false, error: { message: 'wait was canceled' } })
    expect(await ada.request('inbox', {})).toEqual([])
  })
})

describe('the owner over the wire', () => {
  it('sends as itself or as any participant, and sees everything', async () => {
    const owner = await lab.connect()
    await owner.request('send', { to: '@bob', text: 'from me' })
    await owner.request('send', { to: '@bob', text: 'from ada', as: '@ada' })
    const inbox = await owner.request('inbox', { as: '@bob' })
    expect(inbox.map(({ message }) => [message.from.handle, message.text])).toEqual([
      ['user', 'from me'],
      ['ada', 'from ada'],
    ])
    expect(await owner.request('session.list', {})).toMatchObject([
      { identity: { handle: 'ada' }, status: 'idle', deliveries: {}, unread: 0 },
      { identity: { handle: 'bob' }, status: 'idle', deliveries: {}, unread: 2 },
    ])
  })

  it('gets errors with hints', async () => {
    const owner = await lab.connect()
    expect(await failureOf(owner.request('session.show', { session: '@adda' }))).toEqual({
      name: 'CapstanError',
      code: 'UNKNOWN_SESSION',
      message: 'Unknown session @adda',
      hint: 'Did you mean @ada?',
    })
    expect(await failureOf(owner.request('session.pause', { session: '@ada' }))).toMatchObject({
      code: 'CAPABILITY_ERROR',
      capability: 'lifecycle.pause',
      support: 'unsupported',
    })
    expect(await failureOf(owner.request('session.open', {}))).toMatchObject({ code: 'NOT_SERVED' })
    await owner.request('session.release', { session: '@ada' })
    expect(await failureOf(owner.request('session.flush', { session: '@ada' }))).toEqual({
      name: 'CapstanError',
      code: 'SESSION_GONE',
      message: '@ada is not running',
      hint: 'Resume it first.',
      commandHint: 'Run capstan session resume @ada first.',
    })
  })

  it('watches events from a cursor on without gaps', async () => {
    const owner = await lab.connect()
    const texts: string[] = []
    const stop = new AbortController()
    for (let count = 0; count < 300; count++)
      lab.ada.send({ to: '@bob', text: String(count), mode: 'manual' })
    const watch = owner.stream(
      'events.watch',
      { after: 0, types: ['message.sent', 'status.idle'] },
      stop.signal,
    )
    let isFirst = true
    for await (const { event, session } of watch) {
      texts.push(event.type === 'message.sent' ? session : event.type)
      if (isFirst) lab.ada.send({ to: '@bob', text: 'later', mode: 'manual' })
      isFirst = false
      if (texts.length === 303) stop.abort()
    }
    expect(texts.slice(0, 3)).toEqual(['status.changed', 'status.changed', 'ses_ada'])
    expect(texts).toHaveLength(303)
    const { entries, cursor } = await owner.request('events.read', {
      after: 4,
      types: ['message.*'],
      limit: 2,
    })
    expect([entries.map(({ event }) => event.type), cursor]).toEqual([['message.sent', 'message.sent'], 6])
  })
})

describe('a client that breaks the protocol', () => {
  it.each<[string, unknown[], object]>([
    ['sends no JSON', ['nonsense\n'], { code: 'WIRE_BROKEN' }],
    ['sends a request before the hello', [{ id: 1, method: 'inbox' }], { code: 'WIRE_DENIED' }],
    ['sends a wrong token', [{ hello: { token: 'guess' } }], { code: 'WIRE_DENIED' }],
    ['sends no token', [{ hello: {} }], { code: 'WIRE_DENIED' }],
  ])('and %s gets one error and is disconnected', async (_, lines, error) => {
    const client = await lab.raw()
    for (const line of lines) client.write(line)
    expect(await client.next()).toMatchObject({ id: null, error })
    expect(await client.next()).toBe(undefined)
    expect(lab.warnings).toHaveLength(1)
  })

  const welcomed = async () => {
    const client = await lab.raw()
    client.write({ hello: { token: lab.tokens.issue({ rights: 'owner' }) } })
    expect(await client.next()).toMatchObject({ welcome: { rights: 'owner' } })
    return client
  }

  it.each<[string, unknown]>([
    ['a second hello', { hello: 'again' }],
    ['a list', [1]],
    ['an invalid id', { id: 'x', method: 'inbox' }],
  ])('after the welcome with %s', async (_, line) => {
    const client = await welcomed()
    client.write(line)
    expect(await client.next()).toMatchObject({ id: null, error: { code: 'WIRE_BROKEN' } })
    expect(await client.next()).toBe(undefined)
  })

  it('gets errors for wrong methods and parameters, and stays connected', async () => {
    const client = await welcomed()
    client.write({ id: 1, method: 'sennd', params: {} })
    expect(await client.next()).toMatchObject({
      id: 1,
      error: { code: 'UNKNOWN_METHOD', hint: 'Did you mean send?' },
    })
    client.write({ id: 2, method: '__proto__' })
    expect(await client.next()).toMatchObject({ id: 2, error: { code: 'UNKNOWN_METHOD' } })
    client.write({ id: 3, method: 'send', params: { to: '@bob', text: 'x', mode: 'soon' } })
    expect(await client.next()).toMatchObject({
      id: 3,
      error: { code: 'VALIDATION_ERROR', issues: [{ path: ['mode'] }] },
    })
    client.write({ id: 4, method: 'send', params: 'x' })
    expect(await client.next()).toMatchObject({ id: 4, error: { code: 'VALIDATION_ERROR' } })
    client.write({ id: 5, method: 'participants' })
    expect(await client.next()).toMatchObject({ id: 5, result: [{}, {}] })
  })

  it('by an endless line, is disconnected at the limit', async () => {
    await using small = await createWireLab({ limits: { maxLineBytes: 1000 } })
    const client = await small.raw()
    client.write('x'.repeat(2000))
    expect(await client.next()).toMatchObject({ id: null, error: { code: 'WIRE_BROKEN' } })
    expect(await client.next()).toBe(undefined)
  })

  it('by silence, is disconnected', async () => {
    await using hasty = await createWireLab({ limits: { handshakeMs: 1 } })
    const client = await hasty.raw()
    expect(await client.next()).toMatchObject({ id: null, error: { code: 'WIRE_SILENT' } })
  })

  it('by not reading, blocks no other client, and is disconnected', async () => {
    await using strict = await createWireLab({ limits: { maxWaitingBytes: 1000, stallMs: 200 } })
    const text = 'x'.repeat(100_000)
    for (let count = 0; count < 50; count++) strict.ada.send({ to: '@bob', text, mode: 'manual' })
    const client = await strict.raw()
    client.write({ hello: { token: strict.tokens.issue({ rights: 'owner' }) } })
    expect(await client.next()).toMatchObject({ welcome: {} })
    client.socket.pause()
    for (let id = 0; id < 20; id++) client.write({ id, method: 'inbox', params: { as: '@bob' } })
    const owner = await strict.connect()
    expect(await owner.request('participants', {})).toHaveLength(2)
    await expect
      .poll(() => strict.warnings, { timeout: 5000 })
      .toEqual(['Disconnected a client: it does not read'])
    expect(await owner.request('participants', {})).toHaveLength(2)
  })
})

describe('a slow reader of events', () => {
  it('gets all events in order, with little buffered', async () => {
    await using strict = await createWireLab({ limits: { maxWaitingBytes: 10_000 } })
    const owner = await strict.connect()
    for (let count = 0; count < 5000; count++) strict.ada.send({ to: '@bob', text: 'x', mode: 'manual' })
    const cursors: number[] = []
    for await (const { cursor } of owner.stream('events.watch', { after: 0, types: ['message.sent'] })) {
      cursors.push(cursor)
      if (cursors.length % 1000 === 0) await new Promise((resolve) => setImmediate(resolve))
      if (cursors.length === 5000) break
    }
    expect(cursors).toEqual(cursors.toSorted((one, other) => one - other))
    expect(new Set(cursors).size).toBe(5000)
    // The connection stays open after the reader leaves.
    expect(await owner.request('participants', {})).toHaveLength(2)
  })
})

describe('the socket', () => {
  it('is private to its owner', () => {
    expect(statSync(lab.socketPath).mode & 0o777).toBe(0o600)
    expect(statSync(join(lab.socketPath, '..')).mode & 0o777).toBe(0o700)
  })

  it('is not created in a folder that others can access', async () => {
    const folder = join(lab.folder, 'open')
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    const serving = serveSessions(lab.sessions, {
      socketPath: join(folder, 'socket'),
      tokens: createTokens(),
    })
    expect(await failureOf(serving)).toMatchObject({
      code: 'SOCKET_FOLDER_OPEN',
      hint: `Run: chmod 700 ${folder}`,
    })
  })

  it('is not taken from a running process, but from one that is gone', async () => {
    const { socketPath } = lab
    const again = () => serveSessions(lab.sessions, { socketPath, tokens: createTokens() })
    expect(await failureOf(again())).toMatchObject({ code: 'SOCKET_IN_USE' })
    await lab.server.close()
    writeFileSync(socketPath, 'not a socket')
    expect(await failureOf(again())).toMatchObject({ code: 'SOCKET_IN_USE' })
    rmSync(socketPath)
    leaveSocket(socketPath)
    await using taken = await again()
    expect(taken.socketPath).toBe(socketPath)
  })

  it('distinguishes a missing server from a silent one', async () => {
    const options = { socketPath: join(lab.folder, 'none'), token: 'x' }
    expect(await failureOf(connectSessions(options))).toMatchObject({ code: 'HOST_NOT_THERE' })
    const socketPath = join(lab.folder, 'silent')
    const silent = createServer().listen(socketPath)
    await new Promise((resolve) => silent.once('listening', resolve))
    expect(await failureOf(connectSessions({ socketPath, token: 'x', timeoutMs: 10 }))).toMatchObject({
      code: 'HOST_SILENT',
    })
    silent.close()
  })

  it('notifies its clients when the server closes', async () => {
    const owner = await lab.connect()
    const reading = failureOf(owner.stream('events.watch', {})[Symbol.asyncIterator]().next())
    await lab.server.close()
    expect((await owner.closed)?.code).toBe('HOST_CLOSED')
    expect(await reading).toMatchObject({ code: 'HOST_CLOSED' })
  })
})
