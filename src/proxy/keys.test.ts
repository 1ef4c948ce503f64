import { type RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import {
  fileWith,
  resolveName,
  startPlainServer,
  startProxy,
  startSecureServer,
  viaProxy,
  viaTunnel,
} from '../../test/support/proxy-lab.ts'

describe('keys', () => {
  const keys = (hosts: string[]) => [{ placeholder: 'placeholder-1', hosts, key: async () => 'real-key' }]
  const showKeys: RequestListener = ({ headers, url }, response) => {
    response.end(
      JSON.stringify([headers['x-api-key'], headers.authorization, headers['x-goog-api-key'], url]),
    )
  }
  const headers = {
    'x-api-key': 'placeholder-1',
    authorization: 'Bearer placeholder-1',
    'x-goog-api-key': 'placeholder-1',
  }
  const shown = ['real-key', 'Bearer real-key', 'real-key', '/x?key=real-key']

  it('replace placeholders on the way to their hosts, which are always read', async () => {
    const server = await startSecureServer('provider.test', showKeys)
    const lab = await startProxy({
      hosts: ['provider.test', '127.0.0.1'],
      keys: keys(['provider.test']),
      environment: { SSL_CERT_FILE: await fileWith(server.certificate) },
      resolveName,
    })
    const url = `https://provider.test:${server.port}/x?key=placeholder-1`
    const answer = await viaTunnel(lab.port, { url, certificate: lab.proxy.certificate, headers })
    expect(JSON.parse(answer.text)).toEqual(shown)
  })

  it('are not sent to other hosts', async () => {
    const upstream = await startPlainServer(showKeys)
    const lab = await startProxy({
      hosts: ['127.0.0.1', 'other.test'],
      keys: keys(['provider.test']),
      resolveName,
    })
    for (const given of [
      ['x-api-key', 'placeholder-1'],
      ['x-custom', 'a placeholder-1 b'],
    ] as const) {
      expect(
        (await viaProxy(lab.port, `http://other.test:${upstream}/x`, { headers: { [given[0]]: given[1] } }))
          .status,
      ).toBe(403)
    }
    expect((await viaProxy(lab.port, `http://other.test:${upstream}/x?a=placeholder-1`)).status).toBe(403)
    expect(lab.blocked.map(({ reason, path }) => [reason, path])).toEqual([
      ['key', '/x'],
      ['key', '/x'],
      ['key', '/x'],
    ])
  })

  it('are sent over plain HTTP only to loopback and to hosts that are listed with the port', async () => {
    const upstream = await startPlainServer(showKeys)
    const status = async (hosts: string[], host: string): Promise<number> => {
      const lab = await startProxy({ hosts: ['127.0.0.1', 'provider.test'], keys: keys(hosts), resolveName })
      return (await viaProxy(lab.port, `http://${host}:${upstream}/x`, { headers })).status
    }
    expect(await status(['provider.test'], 'provider.test')).toBe(403)
    expect(await status([`provider.test:${upstream}`], 'provider.test')).toBe(200)
    expect(await status(['127.0.0.1'], '127.0.0.1')).toBe(200)
  })

  it('stay out of messages', async () => {
    const upstream = await startPlainServer((incoming, response) => {
      const message = `Invalid key ${String(incoming.headers['x-api-key'])}`
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message } }))
    })
    const lab = await startProxy({ hosts: ['127.0.0.1'], keys: keys(['127.0.0.1']) })
    await viaProxy(lab.port, `http://127.0.0.1:${upstream}/v1/messages`, { headers, body: '{}' })
    expect(lab.ended()[0]?.failure).toEqual({
      code: 'AUTH_ERROR',
      status: 401,
      message: 'Invalid key [key]',
      retryable: false,
    })
  })

  it('that cannot be read fail the request without their reason', async () => {
    const upstream = await startPlainServer(showKeys)
    const failing = {
      placeholder: 'placeholder-1',
      hosts: ['127.0.0.1'],
      key: () => Promise.reject(new Error('real-key')),
    }
    const lab = await startProxy({ hosts: ['127.0.0.1'], keys: [failing] })
    expect(await viaProxy(lab.port, `http://127.0.0.1:${upstream}/`, { headers })).toMatchObject({
      status: 502,
      text: 'Capstan could not read the API key for this request.\n',
    })
  })
})
