import { afterEach, beforeEach, expect, test } from 'vitest'
import { runClient } from '../support/ag-ui-clients.ts'
import { createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'
import { eventsOf, post, runInput, type WireEvent } from '../support/gateway-requests.ts'
import type { AgentChanges } from '../support/sim-lab.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

test('hold from the run that brings them on, and change with a later one', async () => {
  const { agent } = await lab.open()
  const one = agent('current')
  let count = 0
  const ask = async (capstan?: unknown): Promise<string | undefined> => {
    one.addMessage({ id: `u${++count}`, role: 'user', content: 'say hi' })
    const { events } = await runClient(one, { forwardedProps: { capstan } })
    const thought = events
      .map((event) => (event.type === 'REASONING_MESSAGE_CONTENT' ? event.delta : ''))
      .join('')
    return /as (.*) effort/.exec(thought)?.[1]
  }
  expect(await ask({ model: 'sim-large', effort: 'high' })).toBe('sim-large with high')
  expect(await ask()).toBe('sim-large with high')
  expect(await ask({ effort: 'low' })).toBe('sim-large with low')
})

/** An agent that is told its effort when it is started, and not later; it says what it was told. */
const toldAtStart = (canGoOn: boolean): string => `
  const sessionCapabilities = ${canGoOn} ? { resume: {} } : {}
  on.initialize = ({ id }) => send({ id, result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities } } })
  on['session/resume'] = ({ id }) => send({ id, result: {} })
  on['session/prompt'] = ({ id }) =>
    send(say(process.pid + ' with ' + process.env.OWN_EFFORT), { id, result: { stopReason: 'end_turn' } })`

const atStart: AgentChanges = {
  thinking: [
    {
      sets: 'effort',
      transport: 'acp',
      by: { kind: 'environment', variable: 'OWN_EFFORT' },
      levels: ['low', 'high'],
      basis: 'run',
    },
  ],
}

async function openToldAtStart({ canGoOn }: { canGoOn: boolean }) {
  const { url } = await lab.open({}, { client: lab.lab.bare(toldAtStart(canGoOn), atStart) })
  let count = 0
  return async (capstan?: unknown): Promise<WireEvent[]> => {
    const messages = [{ id: `u${++count}`, role: 'user', content: 'go' }]
    return eventsOf(await post(`${url}/agents/bare`, runInput({ messages, forwardedProps: { capstan } })))
  }
}

const inputMessages = (events: readonly WireEvent[]): unknown =>
  events.find(({ type }) => type === 'TEXT_MESSAGE_CONTENT')?.['delta']

test('which an agent takes only when it is started, it is started with, and goes on', async () => {
  const ask = await openToldAtStart({ canGoOn: true })
  const first = inputMessages(await ask({ effort: 'low' }))
  expect(first).toMatch(/^\d+ with low$/)
  expect(inputMessages(await ask())).toBe(first)
  const second = inputMessages(await ask({ effort: 'high' }))
  expect(second).toMatch(/^\d+ with high$/)
  expect(inputMessages(await ask({ effort: 'high' }))).toBe(second)
  expect(lab.lab.sent('session/resume').map(({ params }) => params?.['sessionId'])).toEqual(['s1'])
  // What it could not be started with either leaves it as it is.
  expect((await ask({ effort: 'enormous' })).at(-1)).toMatchObject({
    type: 'RUN_ERROR',
    code: 'capability_error',
  })
  expect((await ask({ mode: 'plan' })).at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'capability_error' })
  expect(inputMessages(await ask())).toBe(second)
})

test('which an agent takes only when it is started are refused where it would forget what was said', async () => {
  const ask = await openToldAtStart({ canGoOn: false })
  const first = inputMessages(await ask({ effort: 'low' }))
  expect((await ask({ effort: 'high' })).at(-1)).toMatchObject({
    type: 'RUN_ERROR',
    code: 'capability_error',
  })
  expect(inputMessages(await ask())).toBe(first)
})

test.each([
  [{ model: 'no such model' }, 'option_refused'],
  [{ effort: 'enormous' }, 'capability_error'],
  [{ speed: 'high' }, 'invalid_settings'],
])('a run that asks for %j is told why not, and the next one goes on', async (capstan, code) => {
  const { agent } = await lab.open()
  const one = agent('current')
  one.addMessage({ id: 'u1', role: 'user', content: 'say hi' })
  const { events } = await runClient(one, { forwardedProps: { capstan } })
  expect(events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code })
  const { result } = await runClient(one)
  expect(result).toEqual({ stopReason: 'end-turn' })
})
