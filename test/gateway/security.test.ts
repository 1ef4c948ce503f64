import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, createGatewayLab, type GatewayLab, type OpenGateway, token } from '../support/gateway-lab.ts'
import { eventsOf, post, runInput } from '../support/gateway-requests.ts'

let lab: GatewayLab
let open: OpenGateway
beforeAll(async () => {
  lab = createGatewayLab()
  open = await lab.open({}, { allowedOrigins: ['https://app.example'], limits: { maxBodyBytes: 10_000 } })
})
afterAll(() => lab.remove())

/** A request with headers that `fetch` does not let callers set. */
function raw(path: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: open.server.port, path, method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('a request with', () => {
  test.each([
    ['no token', {}, 401],
    ['a wrong token', { authorization: 'Bearer wrong' }, 401],
    ['another scheme', { authorization: `Basic ${token}` }, 401],
    ['an unknown cookie', { cookie: 'capstan_session=guess' }, 401],
    ['the token', bearer, 200],
    ['a foreign host name (DNS rebinding)', { ...bearer, host: 'evil.example' }, 403],
    ['its own name', { ...bearer, host: 'localhost:1' }, 200],
    ['another origin', { ...bearer, origin: 'https://evil.example' }, 403],
    ['the origin null', { ...bearer, origin: 'null' }, 403],
    ['an allowed origin', { ...bearer, origin: 'https://app.example' }, 200],
  ])('%s', async (_, headers, status) => {
    expect(await raw('/info', headers)).toBe(status)
  })

  test('a sign-in link works once and sets an HttpOnly, SameSite cookie', async () => {
    const link = open.server.loginLink()
    const first = await fetch(link, { redirect: 'manual' })
    expect(first.status).toBe(303)
    const cookie = first.headers.get('set-cookie') ?? ''
    // Browsers share cookies across ports, so the name of the cookie contains the port.
    expect(cookie.replace(/=[^;]+/, '=…')).toBe(
      `capstan_session_${open.server.port}=…; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000`,
    )
    expect(await raw('/info', { cookie: cookie.split(';')[0] ?? '' })).toBe(200)
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(401)
  })

  test('only configured origins get CORS headers', async () => {
    const preflight = (origin: string): Promise<Response> =>
      fetch(`${open.url}/agents/sim`, { method: 'OPTIONS', headers: { origin } })
    const named = await preflight('https://app.example')
    expect([named.status, named.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://app.example',
    ])
    const other = await preflight('https://evil.example')
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  test('an allowed origin can read why it is refused', async () => {
    const refused = await fetch(`${open.url}/info`, { headers: { origin: 'https://app.example' } })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
      401,
      'https://app.example',
    ])
    const foreign = await fetch(`${open.url}/info`, {
      headers: { ...bearer, origin: 'https://evil.example' },
    })
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  test('HEAD does not use up a sign-in link', async () => {
    const link = open.server.loginLink()
    const head = await fetch(link, { method: 'HEAD', redirect: 'manual' })
    expect([head.status, head.headers.get('set-cookie')]).toEqual([204, null])
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
  })

  test('health needs no token and returns only its status', async () => {
    expect(await (await fetch(`${open.url}/health`)).json()).toEqual({ status: 'ok' })
  })
})

/** A run input with a field of arrays within arrays. */
function nested(field: 'messages' | 'state', levels: number): string {
  const deep = '['.repeat(levels) + ']'.repeat(levels)
  const value = field === 'state' ? deep : `[{"id":"u1","role":"user","content":${deep}}]`
  return JSON.stringify(runInput({ [field]: 0 })).replace(`"${field}":0`, `"${field}":${value}`)
}

describe('an invalid request', () => {
  test.each([
    ['no JSON', '{', {}, 400],
    ['nothing', '', {}, 400],
    ['a list', '[]', {}, 400],
    ['no thread', '{"runId":"r","messages":[]}', {}, 400],
    ['messages of the wrong shape', JSON.stringify(runInput({ messages: [{ id: 1 }] })), {}, 400],
    ['a message nested 4000 levels deep', nested('messages', 4000), {}, 400],
    ['a state nested 4000 levels deep', nested('state', 4000), {}, 400],
    ['another type', '{}', { 'content-type': 'text/plain' }, 415],
    ['too much', JSON.stringify(runInput({ state: 'x'.repeat(20_000) })), {}, 413],
    [
      'nulls of other languages',
      JSON.stringify(runInput({ tools: null, context: null, resume: null })),
      {},
      200,
    ],
  ])('%s', async (_, body, headers, status) => {
    const response = await post(`${open.url}/agents/sim`, body, headers)
    expect(response.status).toBe(status)
    await response.text()
  })

  test.each([
    ['GET', '/agents/sim', 405],
    ['POST', '/agents/sim/capabilities', 405],
    ['POST', '/agents/nobody', 404],
    ['POST', '/agents/..%2f..%2fetc', 404],
    ['POST', '/agents/%2e%2e/info', 405],
    ['POST', '/agents/sim%00', 404],
    ['GET', '/agents/__proto__/capabilities', 404],
    ['GET', '//info', 404],
    ['GET', '/etc/passwd', 404],
  ])('%s %s', async (method, path, status) => {
    expect(await raw(path, bearer, method)).toBe(status)
  })

  test('logs no secrets', () => {
    const lines = JSON.stringify(lab.log)
    expect(lab.log.length).toBeGreaterThan(10)
    expect(lines).not.toContain(token)
    expect(lines).not.toContain('code=')
  })
})

test('answers a thousand concurrent connections', async () => {
  const answers = await Promise.all(
    Array.from({ length: 1000 }, () => raw('/agents/sim/capabilities', bearer)),
  )
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(answers).toHaveLength(1000)
}, 60_000)

test('still answers a run afterwards', async () => {
  const messages = [{ id: 'u1', role: 'user', content: 'say hi' }]
  const response = await post(`${open.url}/agents/sim`, runInput({ threadId: 'last', messages }))
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect((await eventsOf(response)).at(-1)).toMatchObject({ type: 'RUN_FINISHED' })
})
