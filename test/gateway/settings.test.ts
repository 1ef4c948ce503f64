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

test('apply from their run on, until a later run changes them', async () => {
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

/** An agent that reads its effort only at startup, and reports it. */
const readsEffortAtStart = (canResume: boolean): string => `
  const sessionCapabilities = ${canResume} ? { resume: {} } : {}
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

async function openEffortAtStart({ canResume }: { canResume: boolean }) {
  const { url } = await lab.open({}, { client: lab.lab.bare(readsEffortAtStart(canResume), atStart) })
  let count = 0
  return async (capstan?: unknown): Promise<WireEvent[]> => {
    const messages = [{ id: `u${++count}`, role: 'user', content: 'go' }]
    return eventsOf(await post(`${url}/agents/bare`, runInput({ messages, forwardedProps: { capstan } })))
  }
}

const firstText = (events: readonly WireEvent[]): unknown =>
  events.find(({ type }) => type === 'TEXT_MESSAGE_CONTENT')?.['delta']

test('that an agent reads only at startup restart it and resume the session', async () => {
  const ask = await openEffortAtStart({ canResume: true })
  const first = firstText(await ask({ effort: 'low' }))
  expect(first).toMatch(/^\d+ with low$/)
  expect(firstText(await ask())).toBe(first)
  const second = firstText(await ask({ effort: 'high' }))
  expect(second).toMatch(/^\d+ with high$/)
  expect(firstText(await ask({ effort: 'high' }))).toBe(second)
  expect(lab.lab.sent('session/resume').map(({ params }) => params?.['sessionId'])).toEqual(['s1'])
  // An invalid setting does not restart the agent.
  expect((await ask({ effort: 'enormous' })).at(-1)).toMatchObject({
    type: 'RUN_ERROR',
    code: 'capability_error',
  })
  expect((await ask({ mode: 'plan' })).at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'capability_error' })
  expect(firstText(await ask())).toBe(second)
})

test('that an agent reads only at startup are rejected if it cannot resume', async () => {
  const ask = await openEffortAtStart({ canResume: false })
  const first = firstText(await ask({ effort: 'low' }))
  expect((await ask({ effort: 'high' })).at(-1)).toMatchObject({
    type: 'RUN_ERROR',
    code: 'capability_error',
  })
  expect(firstText(await ask())).toBe(first)
})

test.each([
  [{ model: 'no such model' }, 'option_refused'],
  [{ effort: 'enormous' }, 'capability_error'],
  [{ speed: 'high' }, 'invalid_settings'],
])('a run with the setting %j fails with a reason, and the next run works', async (capstan, code) => {
  const { agent } = await lab.open()
  const one = agent('current')
  one.addMessage({ id: 'u1', role: 'user', content: 'say hi' })
  const { events } = await runClient(one, { forwardedProps: { capstan } })
  expect(events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code })
  const { result } = await runClient(one)
  expect(result).toEqual({ stopReason: 'end-turn' })
})
