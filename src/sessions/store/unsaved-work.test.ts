import { expect, it } from 'vitest'
import { CapstanError } from '../../core/capstan-error.ts'
import { systemClock } from '../../core/clock.ts'
import { UnsavedWork } from './unsaved-work.ts'

function lab(): { unsaved: UnsavedWork; warnings: string[] } {
  const warnings: string[] = []
  const unsaved = new UnsavedWork({
    clock: systemClock,
    policy: { backoffMs: 1, maxBackoffMs: 1 },
    warn: (message) => void warnings.push(message),
  })
  return { unsaved, warnings }
}

it('repeats work until the store takes it, and reports it once', async () => {
  const { unsaved, warnings } = lab()
  let calls = 0
  unsaved.attempt('key', 'Could not store it', () => {
    calls++
    if (calls < 4) throw new Error('the disk is full')
  })
  await expect.poll(() => calls).toBe(4)
  expect(warnings).toEqual(['Could not store it'])
})

it('gives work up, and reports it, when another node owns the session', async () => {
  const { unsaved, warnings } = lab()
  const calls = { first: 0, later: 0, other: 0 }
  unsaved.attempt('first', 'Could not store the first', () => {
    calls.first++
    throw new CapstanError('NOT_OWNER', 'Another node owns it')
  })
  unsaved.attempt('later', 'Could not store the later', () => {
    calls.later++
    throw calls.later === 1
      ? new Error('the disk is full')
      : new CapstanError('NOT_OWNER', 'Another node owns it')
  })
  unsaved.attempt('other', 'Could not store the other', () => {
    calls.other++
    if (calls.other < 4) throw new Error('the disk is full')
  })
  await expect.poll(() => calls.other).toBe(4)
  expect(calls).toEqual({ first: 1, later: 2, other: 4 })
  expect(warnings).toEqual([
    'Could not store the first',
    'Could not store the later',
    'Could not store the other',
    'Could not store the later',
  ])
})
