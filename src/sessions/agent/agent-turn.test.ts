import { expect, it } from 'vitest'
import type { Run } from '../../run/api/run.ts'
import { AgentTurn } from './agent-turn.ts'

const error = { message: '503 Not now', code: 'AGENT_ERROR' }

it.each([
  ['is answered', 'end-turn', false, 'surfaced'],
  ['is answered right before the agent ends', 'end-turn', true, 'surfaced'],
  ['is canceled', 'cancelled', false, 'surfaced'],
  ['is canceled by the end of the agent', 'cancelled', true, 'DELIVERY_IN_DOUBT'],
  ['is refused', 'error', false, 'AGENT_ERROR'],
  ['fails with the end of the agent', 'error', true, 'DELIVERY_IN_DOUBT'],
])('reports the outcome of an unacknowledged prompt that %s', async (_how, stopReason, isGone, outcome) => {
  const turn = new AgentTurn({} as Run)
  turn.answered({ type: 'finish', stopReason, ...(stopReason === 'error' ? { error } : {}) }, { isGone })
  const seen = await turn.surfaced.then(
    () => 'surfaced',
    ({ code }: { code: string }) => code,
  )
  expect(seen).toBe(outcome)
})

it('is acknowledged by the first sign', async () => {
  const turn = new AgentTurn({} as Run)
  turn.sign()
  turn.answered({ type: 'finish', stopReason: 'error', error }, { isGone: true })
  await expect(turn.surfaced).resolves.toBeUndefined()
})
