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

  describe('of a host that repeats the request', () => {
    const secret = 'sk-ant-0123456789abcdef'
    const hidden = '*'.repeat(secret.length)
    const ring = [{ placeholder: 'placeholder-1', hosts: ['127.0.0.1'], key: () => secret }]

    it('stay out of the headers and the body of an answer, split at any byte', async () => {
      const upstream = await startPlainServer((incoming, response) => {
        const key = String(incoming.headers['x-api-key'])
        const body = Buffer.from(`sk-sk-ant ${key}${key} ${incoming.url} ${'z'.repeat(50)}sk-ant-01`)
        response.writeHead(200, key, {
          location: `/next?key=${key}`,
          'content-length': body.length,
          'x-range': String(incoming.headers.range),
          'x-coding': String(incoming.headers['accept-encoding']),
        })
        const send = (at: number): void => {
          if (at >= body.length) response.end()
          else response.write(body.subarray(at, at + 1), () => setImmediate(send, at + 1))
        }
        send(0)
      })
      const lab = await startProxy({ hosts: ['127.0.0.1'], keys: ring })
      const answer = await viaProxy(lab.port, `http://127.0.0.1:${upstream}/x?key=placeholder-1`, {
        headers: { 'x-api-key': 'placeholder-1', range: 'bytes=0-5', 'accept-encoding': 'gzip' },
      })
      const { location, ...others } = answer.headers
      expect([answer.text, location]).toEqual([
        `sk-sk-ant ${hidden}${hidden} /x?key=${hidden} ${'z'.repeat(50)}sk-ant-01`,
        `/next?key=${hidden}`,
      ])
      expect(others).toMatchObject({ 'x-range': 'undefined', 'x-coding': 'identity' })
    })

    it('stay out of the reports of a call', async () => {
      const upstream = await startPlainServer((incoming, response) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ model: incoming.headers['x-api-key'], usage: { input_tokens: 1 } }))
      })
      const lab = await startProxy({ hosts: ['127.0.0.1'], keys: ring })
      const answer = await viaProxy(lab.port, `http://127.0.0.1:${upstream}/v1/messages`, {
        headers: { 'x-api-key': 'placeholder-1' },
        body: '{}',
      })
      expect(JSON.parse(answer.text)).toEqual({ model: hidden, usage: { input_tokens: 1 } })
      expect(JSON.stringify(lab.calls)).not.toContain(secret)
      expect(lab.ended()).toMatchObject([{ model: '[key]', outcome: 'completed' }])
    })
  })
})
