import { expect, it } from 'vitest'
import { ManualClock } from '../../src/core/manual-clock.ts'
import { sessionLab, settle } from '../support/sessions/session-lab.ts'

/** A clock whose timers stand still while the machine sleeps. */
class SleepyClock extends ManualClock {
  #slept = 0
  override now(): number {
    return super.now() + this.#slept
  }
  sleepFor(milliseconds: number): void {
    this.#slept += milliseconds
  }
}

it('a message whose deadline passed while the machine slept is not handed over', async () => {
  const clock = new SleepyClock(1_000_000)
  const { ann, bob, texts, sessions } = sessionLab({ clock })
  await bob.emit({ type: 'status.changed', status: 'active' })
  const late = ann.send({ to: '@bob', text: 'late', deadline: new Date(1_060_000) }).deliveries[0]
  ann.send({ to: '@bob', text: 'in time' })
  clock.sleepFor(600_000)
  await bob.emit({ type: 'status.changed', status: 'idle' })
  await settle()
  expect(texts()).toEqual(['in time'])
  expect(sessions.deliveries.get(late?.id ?? '').dead).toEqual({
    reason: 'expired',
    detail: 'its deadline passed',
  })
  expect(ann.inbox().map(({ message }) => message.metadata?.['reason'])).toEqual(['expired'])
})

it('a deadline that passed while the machine slept ends the delivery within 30 seconds', async () => {
  const clock = new SleepyClock(1_000_000)
  const { ann, bob, sessions } = sessionLab({ clock })
  await bob.emit({ type: 'status.changed', status: 'offline' })
  const late = ann.send({ to: '@bob', text: 'late' }).deliveries[0]
  clock.sleepFor(7_200_000)
  await clock.advance(30_000)
  expect(sessions.deliveries.get(late?.id ?? '').state).toBe('dead')
})
