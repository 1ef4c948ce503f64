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

test('an A2E host is served behind the guard of the gateway', async () => {
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
  expect([elsewhere.status, await elsewhere.json()]).toEqual([404, { error: 'there is nothing here' }])

  const direct = await gateway.fetch(
    new Request('http://localhost/a2e/health', { headers: { ...bearer, host: 'localhost' } }),
  )
  expect(direct.status).toBe(503)
})
