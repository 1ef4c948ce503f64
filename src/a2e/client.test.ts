import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testHost } from '../../test/support/a2e.ts'
import { echoTools, emptyEnv, emptyMemory, plugin } from '../../test/support/a2e-plugins.ts'
import { A2EClient, type A2EClientOptions } from './client.ts'
import type { A2ETarget } from './links.lazy.ts'
import { serveHttp } from './transports/http-server.ts'

const program = join(import.meta.dirname, '../../test/support/a2e-stdio-host.ts')
const stdio: A2ETarget = { command: process.execPath, arguments: [program] }

function client(to: A2ETarget, options: Partial<A2EClientOptions> = {}): A2EClient {
  const one = new A2EClient({ to, capabilities: ['tools', 'memory', 'env', 'chains'], ...options })
  onTestFinished(() => one.close())
  return one
}

const targets: Record<string, () => Promise<A2ETarget>> = {
  direct: async () => ({ host: await testHost({ plugins: [echoTools, emptyMemory, emptyEnv] }) }),
  stdio: async () => stdio,
  http: async () => {
    const host = await testHost({ plugins: [echoTools, emptyMemory, emptyEnv], token: 'dev-secret' })
    const server = await serveHttp(host, { port: 0 })
    onTestFinished(() => server.close())
    return { url: server.url }
  },
}

describe.each(Object.keys(targets))('over %s', (name) => {
  const open = async (options: Partial<A2EClientOptions> = {}) =>
    client((await targets[name]?.()) ?? stdio, { token: 'dev-secret', ...options })

  it('lists the enabled capabilities, and rejects other requests before sending', async () => {
    const one = await open()
    const accepted = await one.connect()
    expect(accepted.map(({ capability, enabled }) => [capability, enabled])).toEqual([
      ['tools', true],
      ['memory', true],
      ['env', true],
      ['chains', false],
    ])
    expect(one.capabilities()).toBe(accepted)
    expect([...one.capabilityMap.keys()]).toEqual(['tools', 'memory', 'env'])
    expect(one.maxParallel).toBe(4)
    expect(one.sessionId).toMatch(/^[0-9a-f]{32}$/)
    await expect(one.request('chain/req', {})).rejects.toMatchObject({
      name: 'A2EError',
      code: 'capability_missing',
      capabilityName: 'chains',
      detail: { capability: 'chains', type: 'chain/req', accepted: ['tools', 'memory', 'env'] },
      retryable: false,
      hint: "Request 'chains' in the handshake with a host that has a plugin for it.",
    })
    await expect(one.request('tool/call/req', { arguments: 1 } as never)).rejects.toMatchObject({
      code: 'schema_violation',
    })
    await expect(one.request('pong' as never, {} as never)).rejects.toMatchObject({ code: 'unknown_type' })
  })

  it('sends requests, reads events and throws errors of the host', async () => {
    const one = await open()
    const fields = { tool_name: 'echo', arguments: { text: 'h\u00E9llo\u2028' }, streaming: true }
    const seqs: number[] = []
    const answer = await one.request('tool/call/req', fields, { onEvent: ({ seq }) => seqs.push(seq) })
    expect(answer.data).toMatchObject({ success: true, data: { text: 'h\u00E9llo\u2028' } })
    expect(seqs).toEqual([0])
    const stream = one.stream('tool/call/req', fields)
    const events: unknown[] = []
    for await (const { type, kind, data } of stream) events.push({ type, kind, data })
    expect(events).toEqual([{ type: 'tool/event', kind: 'progress', data: { pct: 50, message: 'half way' } }])
    expect((await stream.response).data.success).toBe(true)
    await expect(one.request('tool/call/req', { tool_name: 'nope', arguments: {} })).rejects.toMatchObject({
      code: 'unknown_tool',
      message: 'no tool nope',
    })
    expect(await one.request('env/close/req', { episode_id: 'e' })).toMatchObject({ closed: true })
    expect(await one.ping()).toBeGreaterThanOrEqual(0)
  })

  it('closes after a shutdown', async () => {
    const one = await open()
    await one.connect()
    await one.shutdown()
    await expect(one.ping()).rejects.toMatchObject({ code: 'session_lost' })
  })

  it('stops waiting when the signal aborts', async () => {
    const one = await open()
    await one.connect()
    const stop = new AbortController()
    const pending = one.request('ping', {}, { signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(pending).rejects.toThrow('enough')
    expect(await one.ping()).toBeGreaterThanOrEqual(0)
  })
})

describe('a client', () => {
  it('fails with the host’s reason when the host refuses the handshake', async () => {
    const host = await testHost({ plugins: [echoTools], token: 'dev-secret' })
    await expect(client({ host }, { token: 'WRONG' }).connect()).rejects.toMatchObject({
      code: 'auth_failed',
      message: 'The host refused the handshake: auth_failed',
    })
  })

  it('fails after the timeout', async () => {
    const never = plugin('tools', { 'tool/call/req': () => new Promise(() => undefined) })
    const host = await testHost({ plugins: [never] })
    const pending = client({ host }).request('tool/call/req', { arguments: {} }, { timeoutMs: 20 })
    await expect(pending).rejects.toMatchObject({
      code: 'timeout',
      message: 'The host did not answer tool/call/req within 0.02 seconds',
      retryable: true,
    })
  })

  it('receives pushed messages', async () => {
    const env = plugin('env', {
      'env/close/req': (_request, { session }) => {
        session.push('invoke/event', { kind: 'status', data: { tick: 1 } })
        return { closed: true }
      },
    })
    const pushes: unknown[] = []
    const host = await testHost({ plugins: [env] })
    const one = client({ host }, { onPush: ({ type, data }) => pushes.push([type, data]) })
    await one.request('env/close/req', { episode_id: 'e' })
    expect(pushes).toEqual([['invoke/event', { tick: 1 }]])
  })

  it('reports why its host ended', async () => {
    const command = {
      command: process.execPath,
      arguments: ['-e', 'console.error("out of order"); process.exit(3)'],
    }
    await expect(client(command).connect()).rejects.toMatchObject({
      code: 'session_lost',
      message: 'The host ended with code 3: out of order',
    })
  })

  it('reports an unreachable host and an invalid URL', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const url = `http://127.0.0.1:${port}`
    await expect(client({ url, attempts: 1 }).connect()).rejects.toMatchObject({ code: 'transport_error' })
    await expect(client({ url: 'ftp://x' }).connect()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})

/** A proxy to a server whose connections can be cut. */
async function cuttable(url: string) {
  const sockets = new Set<Socket>()
  let refused = 0
  const proxy = createServer((socket) => {
    if (refused > 0) {
      refused -= 1
      socket.resetAndDestroy()
      return
    }
    const onward = connect(Number(new URL(url).port), '127.0.0.1')
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from)
      from
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
      from.pipe(to)
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  onTestFinished(() => {
    cut()
    proxy.close()
  })
  const { port } = proxy.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, cut, refuse: (times: number) => (refused = times) }
}

describe('over a broken connection', () => {
  it('continues the same session', async () => {
    const called: string[] = []
    const release = Promise.withResolvers<void>()
    const tools = plugin('tools', {
      'tool/call/req': async ({ tool_name: name }) => {
        called.push(name)
        if (name === 'slow') await release.promise
        return { data: { success: true, tool_name: name, duration_ms: 0 } }
      },
    })
    const host = await testHost({ plugins: [tools], token: 's' })
    const server = await serveHttp(host, { port: 0 })
    onTestFinished(() => server.close())
    const line = await cuttable(server.url)
    const one = client({ url: line.url }, { token: 's' })
    await one.connect()
    const session = one.sessionId
    const slow = one.request('tool/call/req', { tool_name: 'slow', arguments: {} })
    await one.request('tool/call/req', { tool_name: 'quick', arguments: {} })
    line.cut()
    release.resolve()
    expect((await slow).data.tool_name).toBe('slow')
    line.refuse(2)
    line.cut()
    await one.request('tool/call/req', { tool_name: 'last', arguments: {} })
    expect(one.sessionId).toBe(session)
    // Each call ran once, although some were posted several times.
    expect(called).toEqual(['slow', 'quick', 'last'])
  })

  it('repeats the handshake with a host that lost the session, and fails open requests', async () => {
    const never = plugin('tools', {
      'tool/call/req': ({ tool_name: name }) =>
        name === 'never'
          ? new Promise(() => undefined)
          : { data: { success: true, tool_name: name, duration_ms: 0 } },
    })
    const host = await testHost({ plugins: [never], token: 's' })
    const server = await serveHttp(host, { port: 0 })
    const one = client({ url: server.url }, { token: 's' })
    await one.connect()
    const before = one.sessionId
    const lost = one.request('tool/call/req', { tool_name: 'never', arguments: {} })
    const outcome = lost.catch((error: unknown) => error)
    await server.close()
    const next = await serveHttp(host, { port: server.port })
    onTestFinished(() => next.close())
    expect(await outcome).toMatchObject({
      code: expect.stringMatching(/session_lost|runtime_error/) as string,
    })
    const answer = await one
      .request('tool/call/req', { tool_name: 'x', arguments: {} })
      .catch(() => one.request('tool/call/req', { tool_name: 'x', arguments: {} }))
    expect(answer.data.success).toBe(true)
    expect(one.sessionId).not.toBe(before)
  })
})
