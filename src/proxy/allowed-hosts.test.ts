import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import {
  openTunnel,
  resolveName,
  startPlainServer,
  startProxy,
  viaProxy,
} from '../../test/support/proxy-lab.ts'

describe('hosts that are not allowed', () => {
  it('are refused with a sentence and reported once per request', async () => {
    const { port, blocked } = await startProxy({ hosts: ['allowed.test'] })
    const text = 'Capstan blocked evil.test: use --allow-host evil.test to allow it.\n'
    const { head, socket } = await openTunnel(port, 'evil.test:443')
    expect(head).toMatch(/^HTTP\/1.1 403 Forbidden\r\n/)
    expect(head.endsWith(text)).toBe(true)
    socket.destroy()
    expect(await viaProxy(port, 'http://evil.test/a?secret=1', { body: 'x' })).toMatchObject({
      status: 403,
      text,
    })
    expect(blocked).toEqual([
      { host: 'evil.test', port: 443, reason: 'host' },
      { host: 'evil.test', port: 80, path: '/a', reason: 'host' },
    ])
  })

  it('can be allowed for a while', async () => {
    const upstream = await startPlainServer()
    const { port, proxy } = await startProxy()
    const url = `http://127.0.0.1:${upstream}/x`
    const remove = proxy.allow([`127.0.0.1:${upstream}`])
    expect((await viaProxy(port, url)).status).toBe(200)
    const { socket, head } = await openTunnel(port, `127.0.0.1:${upstream}`)
    expect(head).toMatch(/^HTTP\/1.1 200/)
    const closed = once(socket, 'close')
    remove()
    await closed
    expect((await viaProxy(port, url)).status).toBe(403)
    expect(() => proxy.allow(['a b'])).toThrow('must be a host name')
  })

  it.each(['rebound.test', '127.0.0.1', '[::1]', 'localhost', '0x7f.1', '[::ffff:127.0.0.1]'])(
    'include this machine as %s, whatever pattern matches',
    async (host) => {
      const upstream = await startPlainServer()
      const { port, blocked } = await startProxy({ hosts: ['*', 'rebound.test'], resolveName })
      const { head } = await openTunnel(port, `${host}:${upstream}`)
      expect(head).toMatch(/^HTTP\/1.1 403/)
      expect((await viaProxy(port, `http://${host}:${upstream}/`)).status).toBe(403)
      expect(blocked.map(({ reason }) => reason)).toEqual(['local-address', 'local-address'])
    },
  )

  it('do not include localhost if its address is listed', async () => {
    const upstream = await startPlainServer()
    const { port } = await startProxy({ hosts: ['*', `127.0.0.1:${upstream}`], resolveName })
    expect((await viaProxy(port, `http://localhost:${upstream}/x`)).text).toBe('seen /x')
  })

  it('do not include localhost if it is listed', async () => {
    const upstream = await startPlainServer()
    const { port } = await startProxy({ hosts: [`localhost:${upstream}`] })
    expect((await viaProxy(port, `http://localhost:${upstream}/x`)).text).toBe('seen /x')
    expect((await viaProxy(port, `http://127.0.0.1:${upstream}/x`)).status).toBe(403)
  })
})
