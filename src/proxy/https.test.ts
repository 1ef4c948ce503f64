import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type RequestListener } from 'node:http'
import { promisify } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import {
  echo,
  fileWith,
  openTunnel,
  resolveName,
  startPlainServer,
  startProxy,
  startSecureServer,
  viaTunnel,
} from '../../test/support/proxy-lab.ts'

describe('HTTPS', () => {
  async function startSecureLab(listener: RequestListener = echo) {
    const server = await startSecureServer('provider.test', listener)
    const lab = await startProxy({
      hosts: ['provider.test', `127.0.0.1:${server.port}`],
      intercepted: ['provider.test'],
      environment: { NODE_EXTRA_CA_CERTS: await fileWith(server.certificate) },
      resolveName,
    })
    return { ...lab, server, url: `https://provider.test:${server.port}` }
  }

  it('is read on the way to an intercepted host', async () => {
    const { port, proxy, url, blocked } = await startSecureLab()
    const { certificate } = proxy
    const answer = await viaTunnel(port, { url: `${url}/x?y=1`, certificate })
    expect(answer).toMatchObject({
      status: 200,
      text: 'seen /x?y=1',
      issuer: expect.stringContaining('Capstan') as string,
    })
    expect(answer.headers['x-seen-host']).toBe(url.slice('https://'.length))
    expect((await viaTunnel(port, { url, certificate, body: 'hello' })).text).toBe('hello')
    expect(blocked).toEqual([])
  })

  it.skipIf(!existsSync('/usr/bin/curl'))('is accepted by curl', async () => {
    const { port, proxy, url } = await startSecureLab()
    const trusted = await fileWith(proxy.certificate)
    const args = ['-sS', '--cacert', trusted, '--proxy', `http://127.0.0.1:${port}`, '--data', 'hello', url]
    expect((await promisify(execFile)('curl', args)).stdout).toBe('hello')
  })

  it('is not read on the way to other hosts', async () => {
    const server = await startSecureServer('other.test', echo)
    const { port } = await startProxy({ hosts: ['other.test', '127.0.0.1'], resolveName })
    const answer = await viaTunnel(port, {
      url: `https://other.test:${server.port}/x`,
      certificate: server.certificate,
    })
    expect([answer.status, answer.text, answer.issuer]).toEqual([200, 'seen /x', answer.issuer])
  })

  it.skipIf(!existsSync('/usr/bin/curl'))(
    'reports a client that does not trust the certificate',
    async () => {
      const { port, url, server, blocked } = await startSecureLab()
      const args = ['-sS', '--proxy', `http://127.0.0.1:${port}`, url]
      await expect(promisify(execFile)('curl', args)).rejects.toThrow('curl: (60)')
      await vi.waitFor(() => expect(blocked).toHaveLength(1))
      expect(blocked).toEqual([{ host: 'provider.test', port: server.port, reason: 'certificate' }])
    },
  )

  it('fails if the provider cannot be verified', async () => {
    const server = await startSecureServer('provider.test', echo)
    const hosts = ['provider.test', '127.0.0.1']
    const lab = await startProxy({ hosts, intercepted: ['provider.test'], resolveName })
    const { certificate } = lab.proxy
    const url = `https://provider.test:${server.port}/v1/messages`
    const answer = await viaTunnel(lab.port, { url, certificate, body: '{}' })
    const message = `Connection to provider.test:${server.port} failed: UNABLE_TO_VERIFY_LEAF_SIGNATURE`
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      502,
      { type: 'error', error: { type: 'api_error', message } },
    ])
    expect(lab.ended()).toMatchObject([{ failure: { code: 'PROVIDER_ERROR', message, retryable: true } }])
  })

  it('keeps connections to the provider open', async () => {
    const { port, proxy, url, server } = await startSecureLab()
    for (const body of ['a', 'b', 'c']) await viaTunnel(port, { url, certificate: proxy.certificate, body })
    expect(server.sockets).toHaveLength(1)
  })

  it('repeats a request whose idle connection the provider closed', async () => {
    const { port, proxy, url, server } = await startSecureLab()
    const { certificate } = proxy
    await viaTunnel(port, { url, certificate, body: 'a' })
    // The proxy notices only after it sent the next request.
    const asked = viaTunnel(port, { url, certificate, body: 'b' })
    server.sockets[0]?.once('data', () => server.sockets[0]?.destroy())
    expect((await asked).text).toBe('b')
    expect(server.sockets).toHaveLength(2)
  })

  it('answers plain HTTP in a tunnel', async () => {
    const upstream = await startPlainServer()
    const hosts = ['provider.test', '127.0.0.1']
    const { port } = await startProxy({ hosts, intercepted: ['provider.test'], resolveName })
    const { socket } = await openTunnel(port, `provider.test:${upstream}`)
    socket.write(`GET /x HTTP/1.1\r\nHost: provider.test\r\nConnection: close\r\n\r\n`)
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    expect(String(chunk)).toMatch(/^HTTP\/1.1 200 OK/)
  })

  it('refuses a WebSocket with the status after which clients use HTTP', async () => {
    const { port, proxy, url } = await startSecureLab()
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'x' }
    expect((await viaTunnel(port, { url, certificate: proxy.certificate, headers })).status).toBe(426)
  })
})
