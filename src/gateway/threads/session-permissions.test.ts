import { expect, test } from 'vitest'
import type { PermissionQuestion } from '../../run/api/permission-policy.ts'
import { resumedPermissions, sessionPermissions } from './session-permissions.ts'

test.each([
  ['ask', undefined, 'allow-reads'],
  ['ask', 'allow', 'allow'],
  ['allow', undefined, 'allow'],
  ['allow', 'deny', 'deny'],
  ['allow-reads', 'allow-reads', 'allow-reads'],
  ['deny', undefined, 'deny'],
] as const)('gateway policy %s and requested policy %s give %s', (allowed, asked, holds) => {
  expect(sessionPermissions(allowed, asked)).toBe(holds)
})

test.each([
  ['deny', 'allow-reads'],
  ['deny', 'allow'],
  ['allow-reads', 'allow'],
] as const)('gateway policy %s rejects %s', (allowed, asked) => {
  expect(() => sessionPermissions(allowed, asked)).toThrow(
    `This gateway does not allow the permission policy ${asked}`,
  )
})

test('a policy function decides, and its ask becomes deny', async () => {
  const decider = ({ kind }: PermissionQuestion) => (kind === 'read' ? ('allow' as const) : ('ask' as const))
  const policy = sessionPermissions(decider)
  if (typeof policy !== 'function') throw new Error('It is no function')
  expect(await policy({ kind: 'read' } as PermissionQuestion)).toBe('allow')
  expect(await policy({ kind: 'edit' } as PermissionQuestion)).toBe('deny')
  expect(sessionPermissions(decider, 'deny')).toBe('deny')
  expect(() => sessionPermissions(decider, 'allow')).toThrow(
    'This gateway does not allow the permission policy allow',
  )
})

test.each([
  ['ask', 'allow', 'allow'],
  ['ask', undefined, 'allow-reads'],
  ['allow-reads', 'allow', 'allow-reads'],
  ['allow-reads', 'deny', 'deny'],
  ['deny', undefined, 'deny'],
] as const)('a session resumed under %s with saved policy %s gets %s', (allowed, kept, holds) => {
  expect(resumedPermissions(allowed, kept)).toBe(holds)
})
