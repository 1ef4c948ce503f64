import { afterAll, beforeAll, expect, test } from 'vitest'
import { HttpRoutes } from '../../src/a2e/transports/http-routes.ts'
import { ClosedSessions } from '../../src/gateway/closed-sessions.ts'
import { GatewaySessions } from '../../src/gateway/gateway-sessions.ts'
import { createApp } from '../../src/gateway/http/app.ts'
import { createLoginCookies } from '../../src/gateway/http/page/login-cookies.ts'
import { GatewayThreads } from '../../src/gateway/threads/gateway-threads.ts'
import { memoryThreadStore } from '../../src/gateway/threads/thread-store.ts'
import { createClient } from '../../src/run/client.ts'
import { testHost } from '../support/a2e.ts'
import { type ApiDocument, apiClient } from '../support/gateway-api.ts'
import { bearer, createGatewayLab, type GatewayLab, token } from '../support/gateway-lab.ts'

let lab: GatewayLab
beforeAll(() => {
  lab = createGatewayLab()
})
afterAll(() => lab.remove())

/** The document leaves out the page. */
const isOfPage = (route: string): boolean => route === 'GET /' || route.startsWith('GET /assets/')

function documented({ paths }: ApiDocument): string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

test('the document contains exactly the routes of the gateway', async () => {
  const host = await testHost({ plugins: [], token })
  const { url } = await lab.open({}, { a2e: host })
  const { document } = await apiClient(url)
  const client = createClient()
  const sessions = new GatewaySessions({
    client,
    session: {},
    permissions: 'ask',
    offerTools: false,
    maxSessions: 1,
    warn: () => undefined,
  })
  const a2e = new HttpRoutes(host)
  const closed = new ClosedSessions({
    sessions: sessions.sessions,
    agents: new Map(),
    most: 1,
    warn: () => undefined,
  })
  const app = createApp({
    agents: new Map(),
    defaultAgent: () => Promise.resolve(undefined),
    autoAgent: () => Promise.reject(new Error('No agent is served')),
    api: {
      agents: new Map(),
      client,
      sessions,
      cwd: '/',
      threads: new GatewayThreads({ store: memoryThreadStore(), agents: new Map(), sessions, closed }),
      closed,
      loginPath: () => '/login',
      closing: new AbortController().signal,
    },
    a2e,
    guard: { token, allowedHosts: [], allowedOrigins: [], cookies: createLoginCookies({ token }) },
    routes: {
      maxBodyBytes: 1,
      bodyTimeoutMs: 1,
      onDisconnect: 'cancel',
      logger: () => undefined,
      admit: () => undefined,
    },
    logger: () => undefined,
  })
  const answered = app.routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  const real = new Set(answered.filter((one) => !one.startsWith('ALL ') && !isOfPage(one)))
  // The A2E host handles everything below its path.
  const ofHost = ['POST session', 'DELETE session', 'POST send', 'GET stream', 'GET health']
  for (const one of ofHost) real.add(one.replace(' ', ' /a2e/'))
  expect(documented(document).toSorted()).toEqual([...real].toSorted())
  await Promise.all([sessions.close(), a2e.close()])
})

test('contains the A2E routes only with an A2E host', async () => {
  const { url } = await lab.open()
  const { document } = await apiClient(url)
  expect(documented(document).filter((one) => one.includes('/a2e'))).toEqual([])
  const response = await fetch(`${url}/a2e/health`, { headers: bearer })
  expect(response.status).toBe(404)
})

test('the document and all routes below /api need the token', async () => {
  const { url } = await lab.open()
  const { document } = await apiClient(url)
  for (const one of documented(document)) {
    const [method = '', path = ''] = one.split(' ')
    const { status } = await fetch(`${url}${path}`, { method, redirect: 'manual' })
    expect([one, status]).toEqual([one, path === '/health' ? 200 : 401])
  }
})

test('a wrong method gets 405 with the allowed methods', async () => {
  const { url } = await lab.open()
  const response = await fetch(`${url}/api/sessions`, { method: 'DELETE', headers: bearer })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST'])
})
