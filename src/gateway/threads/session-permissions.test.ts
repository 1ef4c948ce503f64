import { expect, test } from 'vitest'
import type { PermissionQuestion } from '../../run/api/permission-policy.ts'
import { keptPermissions, sessionPermissions } from './session-permissions.ts'

test.each([
  ['ask', undefined, 'allow-reads'],
  ['ask', 'allow', 'allow'],
  ['allow', undefined, 'allow'],
  ['allow', 'deny', 'deny'],
  ['allow-reads', 'allow-reads', 'allow-reads'],
  ['deny', undefined, 'deny'],
] as const)('where the gateway has %s and %s is asked for, %s holds', (allowed, asked, holds) => {
  expect(sessionPermissions(allowed, asked)).toBe(holds)
})

test.each([
  ['deny', 'allow-reads'],
  ['deny', 'allow'],
  ['allow-reads', 'allow'],
] as const)('where the gateway has %s, %s is refused', (allowed, asked) => {
  expect(() => sessionPermissions(allowed, asked)).toThrow(
    `This gateway does not allow the permission policy ${asked}`,
  )
})

test('a function decides alone, and what it would ask a person is refused', async () => {
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
] as const)('a session that is taken up under %s and could %s may %s', (allowed, kept, holds) => {
  expect(keptPermissions(allowed, kept)).toBe(holds)
})
