import { expect, it } from 'vitest'
import { createProfile } from '../../capabilities/profile.ts'
import { groupIds, idsOf } from './capability-groups.ts'

it('groups the capabilities of all agents', () => {
  const profile = (id: string, ...ids: string[]) =>
    createProfile(
      { kind: 'agent', id },
      ids.map((one) => ({
        id: one,
        evidence: { source: 'declared' as const, support: 'supported' as const },
      })),
    )
  const ids = idsOf([
    profile('one', 'session.fork', 'mcp.http'),
    profile('two', 'mcp.http', 'mcp.stdio', 'odd', 'auth', 'auth.logout'),
  ])
  expect(groupIds(ids)).toEqual([
    { name: 'auth', ids: ['auth', 'auth.logout'] },
    { name: 'mcp', ids: ['mcp.http', 'mcp.stdio'] },
    { name: 'session', ids: ['session.fork'] },
    { name: 'other', ids: ['odd'] },
  ])
})
