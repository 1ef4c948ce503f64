import { afterEach, beforeEach, expect, test } from 'vitest'
import { runClient } from '../support/ag-ui-clients.ts'
import { createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'

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
