import { expect, it } from 'vitest'
import type { PermissionRequestedEvent } from '../../events/permission.ts'
import type { CallGrant } from '../permissions/call-grant.ts'
import { AllowedCalls } from './allowed-calls.ts'

const request = {
  requestId: 'r',
  options: [],
} as unknown as PermissionRequestedEvent
const grant: CallGrant = { writes: 'any', hosts: [] }

it('takes everything away from a call whose turn ended while it was opened', async () => {
  const open = Promise.withResolvers<() => void>()
  let closed = 0
  const calls = new AllowedCalls(() => open.promise)
  const answered = calls.allowed(request, grant)
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
  await Promise.all([calls.allowed(request, grant), calls.allowed(request, grant)])
  expect(closed).toEqual([0])
  calls.endTurn()
  expect(closed).toEqual([0, 1])
})
