import { expect, test } from 'vitest'
import { CapstanError } from '../core/capstan-error.ts'
import type { AgentEvent } from '../events/event.ts'
import { TurnWatch, type WorkBefore } from './turn-watch.ts'

const running: AgentEvent = { type: 'status.changed', status: 'active' }
const idle: AgentEvent = { type: 'status.changed', status: 'idle' }
const ended: AgentEvent = { type: 'status.changed', status: 'idle', stopReason: 'end-turn' }
const text: AgentEvent = { type: 'text.delta', text: 'x' }
const accepted = 'accepted'

/** After which of these the turn had ended; -1 when it had not. */
async function endOf(steps: (AgentEvent | 'accepted')[], before: Partial<WorkBefore> = {}): Promise<number> {
  const watch = new TurnWatch({ reportsWork: true, isWorking: false, ...before })
  let seen = -1
  let endedAt = -1
  for (const step of steps) {
    seen++
    if (step === 'accepted') void watch.accepted().then(() => (endedAt = seen))
    else watch.observe(step)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return endedAt
}

test.each([
  ['work and its end', [accepted, running, text, ended], {}, 3],
  ['an end without a reason', [accepted, running, idle], {}, 2],
  ['an end before the prompt was accepted', [running, ended, accepted], {}, 2],
  ['work that continues after an end', [running, ended, running, accepted, ended], {}, 4],
  ['a repeated state', [accepted, ended, text, ended, running, ended], {}, 5],
  ['work that began before the prompt', [accepted, ended], { isWorking: true }, 1],
  [
    'an end of work before the prompt was accepted',
    [ended, accepted, running, ended],
    { isWorking: true },
    3,
  ],
  ['an agent that never reports work', [accepted, idle, text, idle], { reportsWork: false }, 3],
  ['an agent that reports only the stop reason', [accepted, ended], { reportsWork: false }, 1],
] as const)('detects the end of a turn: %s', async (_, steps, before, expected) => {
  expect(await endOf([...steps], before)).toBe(expected)
})

test('rejects when the connection is closed', async () => {
  const watch = new TurnWatch({ reportsWork: true, isWorking: false })
  const error = new CapstanError('AGENT_CRASH', 'gone')
  const end = watch.accepted()
  watch.fail(error)
  await expect(end).rejects.toBe(error)
})
