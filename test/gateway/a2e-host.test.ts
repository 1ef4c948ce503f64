import { afterEach, beforeEach, expect, test } from 'vitest'
import { A2EClient } from '../../src/a2e/client.ts'
import { testHost } from '../support/a2e.ts'
import { echoTools } from '../support/a2e-plugins.ts'
import { bearer, createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

test("serves an A2E host behind the gateway's guard", async () => {
  const host = await testHost({ plugins: [echoTools], token: 'a-token-of-the-host' })
  const { url, gateway } = await lab.open({}, { a2e: host })
  const client = new A2EClient({ to: { url: `${url}/a2e`, headers: bearer }, capabilities: ['tools'] })
  await client.connect()
  expect([...client.capabilityMap.keys()]).toEqual(['tools'])
  expect(host.sessions).toBe(1)
  await client.close()
  expect(host.sessions).toBe(0)

  const health = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${url}/a2e/health`, { headers })
  expect(await (await health(bearer)).json()).toEqual({ status: 'ok' })
  expect((await health({})).status).toBe(401)
  const elsewhere = await fetch(`${url}/a2e/other`, { headers: bearer })
  expect([elsewhere.status, await elsewhere.json()]).toEqual([404, { error: 'no such route' }])

  const direct = await gateway.fetch(
    new Request('http://localhost/a2e/health', { headers: { ...bearer, host: 'localhost' } }),
  )
  expect(direct.status).toBe(503)
})

test('allows only configured origins to call the A2E host', async () => {
  const host = await testHost({ plugins: [echoTools], token: 'a-token-of-the-host' })
  const origin = 'https://app.example'
  const { url } = await lab.open({}, { a2e: host, allowedOrigins: [origin] })
  const ask = async (path: string, init: RequestInit, from = origin) => {
    const { status, headers, body } = await fetch(`${url}/a2e${path}`, {
      ...init,
      headers: { ...bearer, origin: from, ...(init.headers as Record<string, string>) },
    })
    const names = ['access-control-allow-origin', 'vary', 'content-type']
    return { status, headers: names.map((name) => headers.get(name)), body }
  }
  const json = [origin, 'origin', 'application/json']
  expect(await ask('/health', {})).toMatchObject({ status: 200, headers: json })
  expect(await ask('/other', {})).toMatchObject({ status: 404, headers: json })
  const preflight = await ask('/session', { method: 'OPTIONS' })
  expect(preflight).toMatchObject({ status: 204, headers: [origin, 'origin', null] })
  const begun = await ask('/session', { method: 'POST' })
  expect(begun).toMatchObject({ status: 200, headers: json })
  const { session_id: id } = (await new Response(begun.body).json()) as { session_id: string }
  const session = { 'x-session-id': id }
  const stream = await ask('/stream', { headers: session })
  expect(stream).toMatchObject({
    status: 200,
    headers: [origin, 'origin', 'text/event-stream; charset=utf-8'],
  })
  await stream.body?.cancel()
  expect(await ask('/session', { method: 'DELETE', headers: session })).toMatchObject({
    status: 200,
    headers: json,
  })

  const elsewhere = await ask('/health', {}, 'https://evil.example')
  expect(elsewhere).toMatchObject({ status: 403, headers: [null, null, 'application/json'] })
  const own = await fetch(`${url}/a2e/health`, { headers: { ...bearer, origin: url } })
  expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, null])
})
