import { readFileSync } from 'node:fs'
import { createServer, request as requestPlain } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testHost } from '../../test/support/a2e.ts'
import { echoTools, plugin } from '../../test/support/a2e-plugins.ts'
import { exchange } from '../../test/support/a2e-wire.ts'
import { A2EError } from './a2e-error.ts'
import { A2EClient, type A2EClientOptions } from './client.ts'
import type { A2ETarget } from './links.lazy.ts'
import { serveHttp, type HttpOptions } from './transports/http-server.ts'

const lateHost = join(import.meta.dirname, '../../test/support/a2e-late-stdio.ts')
const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../test/fixtures/tls', name), 'utf8')

function client(to: A2ETarget, options: Partial<A2EClientOptions> = {}): A2EClient {
  const one = new A2EClient({ to, capabilities: ['tools'], token: 'dev-secret', ...options })
  onTestFinished(() => one.close())
  return one
}

async function listen(options: HttpOptions = {}) {
  const host = await testHost({ plugins: [echoTools], token: 'dev-secret' })
  const server = await serveHttp(host, { port: 0, ...options })
  onTestFinished(() => server.close())
  return { host, ...server }
}

const call = { tool_name: 'echo', arguments: { text: 'hi' } }

describe('a client of the reference host', () => {
  it.each(['with onEvent', 'without onEvent'])('passes on all output of a process %s', async (how) => {
    const texts: unknown[] = []
    const keep = ({ data }: { data?: unknown }): unknown => texts.push((data as { text: string }).text)
    const to = { command: process.execPath, arguments: [lateHost] }
    const one = client(to, { capabilities: ['proc'], onPush: keep })
    expect(await one.connect()).toEqual([{ capability: 'proc', enabled: true, metadata: {} }])
    await one.request('proc/spawn/req', { cmd: ['echo'] }, how === 'with onEvent' ? { onEvent: keep } : {})
    await expect.poll(() => texts).toEqual(['one', 'two', 'three'])
  })
})

it("passes on the hint of a plugin's error, apart from its details", async () => {
  const tools = plugin('tools', {
    'tool/call/req': () => {
      throw new A2EError('tool_denied', 'The tool is locked', {
        detail: { lock: 1 },
        hint: 'Unlock the tool.',
      })
    },
  })
  const one = client({ host: await testHost({ plugins: [tools], token: 'dev-secret' }) })
  const error: unknown = await one.request('tool/call/req', call).catch((reason: unknown) => reason)
  const { code, hint, detail } = error as A2EError
  expect({ code, hint, detail }).toEqual({
    code: 'tool_denied',
    hint: 'Unlock the tool.',
    detail: { lock: 1 },
  })
})

describe('events', () => {
  it('arrive without an explicit streaming field', async () => {
    const one = client({ url: (await listen()).url })
    const seqs: number[] = []
    await one.request('tool/call/req', call, { onEvent: ({ seq }) => seqs.push(seq) })
    expect(seqs).toEqual([0])
    const stream = one.stream('tool/call/req', call)
    for await (const { seq } of stream) seqs.push(seq)
    expect(seqs).toEqual([0, 0])
    await one.request(
      'tool/call/req',
      { ...call, streaming: false },
      { onEvent: ({ seq }) => seqs.push(seq) },
    )
    expect(seqs).toEqual([0, 0])
  })
})

describe('connect', () => {
  it('can be repeated after the host was unreachable or has stopped', async () => {
    const first = await listen()
    await first.close()
    const one = client({ url: first.url, attempts: 1, reconnectMs: 0 })
    await expect(one.connect()).rejects.toMatchObject({ code: 'transport_error' })
    const second = await listen({ port: first.port })
    expect(await one.connect()).toMatchObject([{ capability: 'tools', enabled: true }])
    await second.close()
    await expect.poll(() => one.ping().then(String, ({ code }) => code as string)).toBe('session_lost')
    await listen({ port: first.port })
    expect(await one.connect()).toMatchObject([{ capability: 'tools', enabled: true }])
    expect(await one.ping()).toBeGreaterThanOrEqual(0)
  })

  it('fails after the client was closed', async () => {
    const one = client({ url: (await listen()).url })
    await one.connect()
    await one.close()
    await expect(one.ping()).rejects.toMatchObject({ code: 'session_lost' })
    await expect(one.connect().then(() => one.ping())).rejects.toMatchObject({ code: 'session_lost' })
  })

  it('shows the token at once, so that clients without a token cannot lock it out', async () => {
    const { url, host } = await listen({ maxNewSessions: 1 })
    await exchange(`${url}/session`, { method: 'POST' })
    await client({ url }).connect()
    expect(host.sessions).toBe(2)
    await expect(client({ url }, { token: 'WRONG' }).connect()).rejects.toMatchObject({
      code: 'auth_failed',
      message: 'The host refused the handshake: auth_failed',
    })
  })

  it('reports why the host enabled nothing', async () => {
    const one = client({ url: (await listen()).url }, { capabilities: ['tool', 'memory'] })
    expect(await one.connect()).toEqual([
      { capability: 'memory', enabled: false, metadata: { reason: 'no plugin loaded' } },
    ])
    expect(one.reason).toBe('unknown capabilities: tool')
    await expect(one.request('tool/call/req', call)).rejects.toMatchObject({
      code: 'capability_missing',
      message: "Capability 'tools' was not negotiated: unknown capabilities: tool",
      detail: { accepted: [], reason: 'unknown capabilities: tool' },
    })
    await expect(one.request('memory/init/req', {})).rejects.toMatchObject({
      message: "Capability 'memory' was not negotiated: no plugin loaded",
    })
  })
})

describe('many calls at once', () => {
  /** A proxy that counts posts, and hides that the host takes several messages in one. */
  async function countingProxy(hidesBatches: boolean) {
    const { url } = await listen()
    const bodies: string[] = []
    const proxy = createServer((incoming, outgoing) => {
      const { method, headers } = incoming
      const onward = requestPlain(url + (incoming.url ?? ''), { method, headers })
      let body = ''
      incoming.on('data', (chunk: Buffer) => (body += String(chunk)))
      incoming.on('end', () => {
        if (incoming.url === '/send') bodies.push(body)
        onward.end(body)
      })
      onward.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, { 'content-type': answer.headers['content-type'] })
        answer.on('data', (chunk: Buffer) =>
          outgoing.write(hidesBatches ? String(chunk).replace(',"batch":true', '') : chunk),
        )
        answer.on('end', () => outgoing.end())
      })
      onward.on('error', () => outgoing.destroy())
    })
    proxy.listen(0, '127.0.0.1')
    await new Promise((resolve) => proxy.once('listening', resolve))
    onTestFinished(() => {
      proxy.closeAllConnections()
      proxy.close()
    })
    return { bodies, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
  }

  it.each([
    ['share posts', false, [1, 19]],
    ['are posted one by one to a host that takes no more', true, Array.from({ length: 20 }, () => 1)],
  ])('%s', async (_what, hidesBatches, sizes) => {
    const { bodies, url } = await countingProxy(hidesBatches)
    const one = client({ url })
    await one.connect()
    bodies.length = 0
    const calls = Array.from({ length: 20 }, (_, index) =>
      one.request('tool/call/req', { tool_name: 'echo', arguments: { index } }),
    )
    const answers = await Promise.all(calls)
    expect(answers.map(({ data }) => data.data)).toEqual(calls.map((_, index) => ({ index })))
    expect(bodies.map((body) => body.split('\n').length)).toEqual(sizes)
  })
})

describe('https', () => {
  async function secureUrl(): Promise<string> {
    const { url } = await listen()
    const proxy = createSecureServer({ key: fixture('key.pem'), cert: fixture('certificate.pem') })
    proxy.on('request', (incoming, outgoing) => {
      const { method, headers } = incoming
      const onward = requestPlain(url + (incoming.url ?? ''), {
        method,
        headers: { ...headers, host: '127.0.0.1' },
      })
      onward.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      })
      onward.on('error', () => outgoing.destroy())
      incoming.pipe(onward)
    })
    proxy.listen(0, '127.0.0.1')
    await new Promise((resolve) => proxy.once('listening', resolve))
    onTestFinished(() => {
      proxy.closeAllConnections()
      proxy.close()
    })
    return `https://localhost:${(proxy.address() as AddressInfo).port}`
  }

  it('reaches a host whose certificate is trusted', async () => {
    const one = client({ url: await secureUrl(), ca: fixture('certificate.pem') })
    expect((await one.request('tool/call/req', call)).data.data).toEqual({ text: 'hi' })
  })

  it('refuses a certificate that nobody trusts', async () => {
    const one = client({ url: await secureUrl(), attempts: 1 })
    await expect(one.connect()).rejects.toThrow('self-signed certificate')
  })
})

it('refuses other URLs', async () => {
  const server = createServer()
  onTestFinished(() => void server.close())
  await expect(client({ url: 'ftp://localhost' }).connect()).rejects.toThrow('is not the URL of an A2E host')
})
