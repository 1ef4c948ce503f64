import { expect, it } from 'vitest'
import type { Run } from '../../run/api/run.ts'
import { AgentTurn } from './agent-turn.ts'

const error = { message: '503 Not now', code: 'AGENT_ERROR' }

it.each([
  ['an answer', 'end-turn', false, 'surfaced'],
  ['an answer, right before its end', 'end-turn', true, 'surfaced'],
  ['that it stopped', 'cancelled', false, 'surfaced'],
  ['its end when it was stopped', 'cancelled', true, 'DELIVERY_IN_DOUBT'],
  ['a refusal', 'error', false, 'AGENT_ERROR'],
  ['its end', 'error', true, 'DELIVERY_IN_DOUBT'],
])('of a prompt without a sign %s says what became of it', async (_how, stopReason, isGone, outcome) => {
  const turn = new AgentTurn({} as Run)
  turn.answered({ type: 'finish', stopReason, ...(stopReason === 'error' ? { error } : {}) }, { isGone })
  const seen = await turn.surfaced.then(
    () => 'surfaced',
    ({ code }: { code: string }) => code,
  )
  expect(seen).toBe(outcome)
})

it('a sign settles it', async () => {
  const turn = new AgentTurn({} as Run)
  turn.sign()
  turn.answered({ type: 'finish', stopReason: 'error', error }, { isGone: true })
  await expect(turn.surfaced).resolves.toBeUndefined()
})
