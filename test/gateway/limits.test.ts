import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiClient } from '../support/gateway-api.ts'
import { createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'
import { isRunning } from '../support/processes.ts'
import { eventsOf, post, readUntil, runInput } from '../support/gateway-requests.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

const say = (threadId: string, content: string): object =>
  runInput({ threadId, messages: [{ id: content, role: 'user', content }] })

const ada = { params: { id: '@ada' } }

test('limits the number of running sessions', async () => {
  const { url } = await lab.open({}, { limits: { maxSessions: 1 } })
  const { ask } = await apiClient(url)
  const open = () => ask('POST /api/sessions', { body: { agent: 'sim', name: 'Ada' } })
  const full = {
    status: 503,
    body: {
      error: {
        code: 'too_many_sessions',
        message: '1 sessions are already running',
        hint: 'Release a session first.',
      },
    },
  }
  const both = await Promise.all([open(), open()])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 503]))
  expect(await open()).toEqual(full)
  expect(await ask('POST /api/sessions/{id}/fork', { ...ada, body: { name: 'Bea' } })).toMatchObject({
    status: 503,
    body: { error: { code: 'too_many_sessions' } },
  })
  await ask('POST /api/sessions/{id}/release', ada)
  expect((await open()).status).toBe(201)
})

test('a session resumed after a crash counts against the limit and ends with the gateway', async () => {
  const { url, server } = await lab.open({}, { limits: { maxSessions: 1 } })
  const { ask } = await apiClient(url)
  await ask('POST /api/sessions', { body: { agent: 'sim', name: 'Ada' } })
  const [first = 0] = lab.lab.running()
  process.kill(first, 'SIGKILL')
  const status = async (): Promise<unknown> => (await ask('GET /api/sessions/{id}', ada)).body
  await expect.poll(status).toMatchObject({ status: 'offline' })
  expect((await ask('POST /api/sessions', { body: { agent: 'sim', name: 'Bea' } })).status).toBe(201)
  expect(await ask('POST /api/sessions/{id}/resume', ada)).toMatchObject({
    status: 502,
    body: {
      error: { code: 'resume_failed', message: 'Could not resume @ada: 1 sessions are already running' },
    },
  })
  await ask('POST /api/sessions/{id}/release', { params: { id: '@bea' } })
  expect((await ask('POST /api/sessions/{id}/resume', ada)).status).toBe(200)
  await server.close()
  expect(lab.lab.running()).toEqual([])
})

test('closes the least recently used idle thread for a new one, and continues it later', async () => {
  const { url } = await lab.open({}, { limits: { maxThreads: 1 } })
  await eventsOf(await post(`${url}/agents/sim`, say('t1', 'say one')))
  await eventsOf(await post(`${url}/agents/sim`, say('t2', 'say two')))
  await vi.waitFor(() => expect(lab.lab.running()).toHaveLength(1), 10_000)
  const again = await eventsOf(await post(`${url}/agents/sim`, say('t1', 'say three')))
  expect(again.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
  expect(lab.lab.sent('session/resume')).toHaveLength(1)
})

test('rejects a thread while all threads are busy', async () => {
  const { url } = await lab.open({ prompts: [[{ step: 'text', text: 'begun' }, { step: 'hang' }]] }, limited)
  const first = await readUntil(await post(`${url}/agents/sim`, say('t1', 'go')), 'TEXT_MESSAGE_CONTENT')
  const second = await post(`${url}/agents/sim`, say('t2', 'say two'))
  expect([second.status, await second.json()]).toEqual([
    503,
    {
      error: {
        code: 'too_many_threads',
        message: '1 threads have a run in progress',
        hint: 'Try again later, when a run has ended.',
      },
    },
  ])
  await first.leave()
})

const limited = { limits: { maxThreads: 1 } }

test('keeps only as many idle agents as allowed', async () => {
  const { url } = await lab.open({}, { limits: { maxIdleAgents: 1, idleMs: 500 } })
  for (const id of ['t1', 't2', 't3']) await eventsOf(await post(`${url}/agents/sim`, say(id, 'say one')))
  await vi.waitFor(() => expect(lab.lab.running().length).toBeLessThanOrEqual(1), 10_000)
})

test('closes an idle thread, admits another one and continues the thread later', async () => {
  const { url } = await lab.open({}, { limits: { idleMs: 100, maxThreads: 1 } })
  await eventsOf(await post(`${url}/agents/sim`, say('t1', 'say one')))
  const [sessionId] = lab.lab.sent('session/prompt').map(({ params }) => params?.['sessionId'])
  await vi.waitFor(() => expect(lab.lab.running()).toEqual([]), 10_000)
  const other = await eventsOf(await post(`${url}/agents/sim`, say('t2', 'say two')))
  expect(other.at(-1)).toMatchObject({ type: 'RUN_FINISHED' })
  await vi.waitFor(() => expect(lab.lab.running()).toEqual([]), 10_000)
  const later = await eventsOf(await post(`${url}/agents/sim`, say('t1', 'say three')))
  expect(later.at(-1)).toMatchObject({ type: 'RUN_FINISHED' })
  expect(lab.lab.sent('session/resume').map(({ params }) => params?.['sessionId'])).toEqual([sessionId])
})

test('reopens a closing thread after its agent has ended', async () => {
  const { url } = await lab.open({ stubborn: true }, { limits: { idleMs: 100 } })
  const run = async (text: string) => eventsOf(await post(`${url}/agents/sim`, say('t1', text)))
  await run('say one')
  const [first = 0] = lab.lab.running()
  let runs = 0
  await vi.waitFor(
    async () => {
      expect((await run(`say again ${runs++}`)).at(-1)).toMatchObject({ type: 'RUN_FINISHED' })
      expect(lab.lab.sent('session/resume')).toHaveLength(1)
    },
    { interval: 250, timeout: 30_000 },
  )
  expect(isRunning(first)).toBe(false)
})

test('does not close a busy thread', async () => {
  const { url } = await lab.open({}, { permissions: 'allow', limits: { idleMs: 100 } })
  const working = await readUntil(
    await post(`${url}/agents/sim`, say('t1', 'run sleep 30')),
    'TOOL_CALL_START',
  )
  const [worker] = lab.lab.running()
  await eventsOf(await post(`${url}/agents/sim`, say('t2', 'say two')))
  // The other thread started later and was closed first.
  await vi.waitFor(() => expect(lab.lab.running()).toEqual([worker]))
  await post(`${url}/agent/sim/stop/t1`, {})
  expect((await working.rest()).at(-1)).toMatchObject({ outcome: { type: 'cancelled' } })
})
