import { expect, it } from 'vitest'
import type { PermissionRequestedEvent } from '../../events/permission.ts'
import { AllowedCalls } from './allowed-calls.ts'

const request = {
  requestId: 'r',
  options: [{ optionId: 'yes', kind: 'allow-once', name: 'Yes' }],
} as unknown as PermissionRequestedEvent

it('takes everything away from a call whose turn ended while it was opened', async () => {
  const open = Promise.withResolvers<() => void>()
  let closed = 0
  const calls = new AllowedCalls(() => open.promise)
  const answered = calls.answered(request, { type: 'selected', optionId: 'yes' })
  calls.endTurn()
  open.resolve(() => void closed++)
  await answered
  expect(closed).toBe(1)
})

it('takes away the earlier of two permissions for one call', async () => {
  let opened = 0
  const closed: number[] = []
  const calls = new AllowedCalls(async () => {
    const number = opened++
    return () => void closed.push(number)
  })
  const yes = { type: 'selected', optionId: 'yes' } as const
  await Promise.all([calls.answered(request, yes), calls.answered(request, yes)])
  expect(closed).toEqual([0])
  calls.endTurn()
  expect(closed).toEqual([0, 1])
})
