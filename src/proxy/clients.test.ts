import { once } from 'node:events'
import { connect, createServer as createSocketServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listenLocally, startPlainServer, startProxy, viaProxy } from '../../test/support/proxy-lab.ts'

describe('clients', () => {
  it.each([
    ['a malformed request', 'NONSENSE\r\n\r\n', 400],
    ['headers of more than 64 KB', `GET http://a.test/ HTTP/1.1\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    ['a request for the proxy itself', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a tunnel without a port', 'CONNECT nonsense:x HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['TRACE', 'TRACE http://127.0.0.1:1/ HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ])('that send %s get an error', async (_what, text, status) => {
    const { port } = await startProxy({ hosts: ['127.0.0.1'] })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write(text)
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    expect(String(chunk)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  it('get an error if the provider cannot be reached', async () => {
    const closed = createSocketServer()
    const free = await listenLocally(closed)
    closed.close()
    const lab = await startProxy({ hosts: ['127.0.0.1'] })
    const answer = await viaProxy(lab.port, `http://127.0.0.1:${free}/v1/responses`, {
      body: '{"model":"m"}',
    })
    const message = `Connection to 127.0.0.1:${free} failed: ECONNREFUSED`
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      502,
      { error: { message, type: 'server_error', param: null, code: null } },
    ])
    expect(lab.ended()).toEqual([
      {
        api: 'openai-responses',
        offersTools: false,
        host: `127.0.0.1:${free}`,
        requestedModel: 'm',
        state: 'ended',
        outcome: 'failed',
        failure: { code: 'PROVIDER_ERROR', message, retryable: true },
      },
    ])
  })

  it('are disconnected when the proxy closes', async () => {
    const upstream = await startPlainServer((_incoming, response) => void response.write('begin'))
    const { port, proxy } = await startProxy({ hosts: ['127.0.0.1'] })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`GET http://127.0.0.1:${upstream}/ HTTP/1.1\r\nHost: a\r\n\r\n`)
    await once(socket, 'data')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await proxy.close()
    expect(await closed).toBe(false)
  })

  it('without the password do not keep out the agent', async () => {
    const upstream = await startPlainServer()
    const { port } = await startProxy({ hosts: ['127.0.0.1'], password: 'secret' })
    const sockets = Array.from({ length: 1100 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const url = `http://127.0.0.1:${upstream}/x`
    const login = Buffer.from('capstan:secret').toString('base64')
    const headers = { 'proxy-authorization': `Basic ${login}` }
    expect(await viaProxy(port, url, { headers })).toMatchObject({ status: 200, text: 'seen /x' })
    const refused = await viaProxy(port, url)
    expect([refused.status, refused.headers.connection]).toEqual([407, 'close'])
  })

  it('that read slowly hold the provider back', async () => {
    let written = 0
    const upstream = await startPlainServer((_incoming, response) => {
      const more = (): void => {
        while (written < 200e6 && response.write('x'.repeat(65_536))) written += 65_536
        if (written < 200e6) response.once('drain', more)
      }
      more()
    })
    const { port } = await startProxy({ hosts: ['127.0.0.1'] })
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`GET http://127.0.0.1:${upstream}/ HTTP/1.1\r\nHost: a\r\n\r\n`)
    await once(socket, 'readable')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(written).toBeLessThan(50e6)
  })
})
