import { createServer } from 'node:http'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  echo,
  fileWith,
  listenLocally,
  openTunnel,
  resolveName,
  startPlainServer,
  startProxy,
  startSecureServer,
  viaProxy,
  viaTunnel,
} from '../../test/support/proxy-lab.ts'

describe("a company's proxy", () => {
  /** A proxy that tunnels everything to this machine and notes what it was asked. */
  async function startCompanyProxy(status = 200): Promise<{ port: number; seen: unknown[] }> {
    const seen: unknown[] = []
    const server = createServer((incoming, response) => {
      seen.push([incoming.method, incoming.url, incoming.headers['proxy-authorization']])
      response.end('from the company')
    })
    server.on('connect', (incoming, socket) => {
      seen.push([incoming.method, incoming.url, incoming.headers['proxy-authorization']])
      socket.on('error', () => {})
      if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
      const far = connect(Number(incoming.url?.split(':')[1]), '127.0.0.1')
      far.on('error', () => {})
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      far.pipe(socket)
      return socket.pipe(far)
    })
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return { port: await listenLocally(server), seen }
  }
  const login = `Basic ${Buffer.from('me:p@ss').toString('base64')}`

  it('is used for tunnels, intercepted hosts and plain requests, with its login', async () => {
    const company = await startCompanyProxy()
    const server = await startSecureServer('provider.test', echo)
    const address = `http://me:p%40ss@127.0.0.1:${company.port}`
    const lab = await startProxy({
      hosts: ['*'],
      intercepted: ['provider.test'],
      environment: {
        HTTPS_PROXY: address,
        http_proxy: address,
        NODE_EXTRA_CA_CERTS: await fileWith(server.certificate),
      },
    })
    const authority = `provider.test:${server.port}`
    const { certificate } = lab.proxy
    expect((await viaTunnel(lab.port, { url: `https://${authority}/x`, certificate })).text).toBe('seen /x')
    expect((await openTunnel(lab.port, `other.test:${server.port}`)).head).toMatch(/^HTTP\/1.1 200/)
    expect((await viaProxy(lab.port, 'http://plain.test/y?z=1')).text).toBe('from the company')
    expect(company.seen).toEqual([
      ['CONNECT', authority, login],
      ['CONNECT', `other.test:${server.port}`, login],
      ['GET', 'http://plain.test/y?z=1', login],
    ])
  })

  it('is not used for hosts of NO_PROXY', async () => {
    const company = await startCompanyProxy()
    const upstream = await startPlainServer()
    const lab = await startProxy({
      hosts: ['a.internal.test', '127.0.0.1'],
      environment: {
        HTTP_PROXY: `127.0.0.1:${company.port}`,
        NO_PROXY: 'x.test, .internal.test,127.0.0.0/8',
      },
      resolveName,
    })
    expect((await viaProxy(lab.port, `http://a.internal.test:${upstream}/x`)).text).toBe('seen /x')
    expect((await viaProxy(lab.port, `http://127.0.0.1:${upstream}/x`)).text).toBe('seen /x')
    expect(company.seen).toEqual([])
  })

  it.each(['localhost', 'a.localhost'])('does not lead to this machine as %s', async (host) => {
    const company = await startCompanyProxy()
    const address = `http://127.0.0.1:${company.port}`
    const environment = { HTTPS_PROXY: address, HTTP_PROXY: address }
    const lab = await startProxy({ hosts: ['*'], environment })
    expect((await openTunnel(lab.port, `${host}:22`)).head).toMatch(/^HTTP\/1.1 403/)
    expect((await viaProxy(lab.port, `http://${host}/`)).status).toBe(403)
    expect(company.seen).toEqual([])
  })

  it('that refuses is an error without its login', async () => {
    const company = await startCompanyProxy(407)
    const lab = await startProxy({
      hosts: ['*'],
      environment: { HTTPS_PROXY: `http://me:secret@127.0.0.1:${company.port}` },
    })
    const { head } = await openTunnel(lab.port, 'other.test:443')
    expect(head).toMatch(/^HTTP\/1.1 502/)
    expect(head).not.toContain('secret')
  })
})

describe("a company's certificates", () => {
  it.each(['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'])('are read from %s', async (name) => {
    const server = await startSecureServer('provider.test', echo)
    const file = await fileWith(server.certificate)
    const lab = await startProxy({
      hosts: ['provider.test', '127.0.0.1'],
      intercepted: ['provider.test'],
      environment: { [name]: name === 'SSL_CERT_DIR' ? `/nothing:${dirname(file)}` : file },
      resolveName,
    })
    const { certificate } = lab.proxy
    const url = `https://provider.test:${server.port}/x`
    expect((await viaTunnel(lab.port, { url, certificate })).text).toBe('seen /x')
  })
})
