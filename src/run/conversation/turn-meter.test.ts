import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TurnMeter } from './turn-meter.ts'

const session = { sessionId: 's1', environment: {} }
const turn = { tokens: undefined, isCancelled: false }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('the end of a turn without reported tokens', () => {
  test('does not wait for an agent whose files Capstan cannot read', async () => {
    const meter = new TurnMeter({}, 'acp')
    await meter.open('new')
    expect(await meter.end(session, turn)).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('reads the files again until the agent has written its usage', async () => {
    const written = [{}, {}, { tokens: { input: 3, output: 4 } }]
    const meter = new TurnMeter({ storedUsage: async () => async () => written.shift() }, 'acp')
    await meter.open('new')
    const ended = meter.end(session, turn)
    await vi.advanceTimersByTimeAsync(200)
    expect(await ended).toEqual({ input: 3, output: 4 })
  })
})
