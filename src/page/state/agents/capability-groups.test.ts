import { expect, it } from 'vitest'
import { createProfile } from '../../../capabilities/profile.ts'
import { groupIds, idsOf, meaningOf } from './capability-groups.ts'

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
    { name: 'What it can do', ids: ['mcp.http', 'mcp.stdio'] },
    { name: 'What it remembers', ids: ['session.fork'] },
    { name: 'Setting it up', ids: ['auth', 'auth.logout'] },
    { name: 'Other', ids: ['odd'] },
  ])
})

it('sorts common capabilities first, and an exact id before its family', () => {
  const ids = [
    'auth.logout',
    'prompt.audio',
    'prompt.image',
    'tools.approval',
    'tools.native',
    'tools.parallel',
  ]
  expect(groupIds(ids)).toEqual([
    { name: 'What it can read', ids: ['prompt.image', 'prompt.audio'] },
    { name: 'What it can do', ids: ['tools.native', 'tools.parallel'] },
    { name: 'How you work with it', ids: ['tools.approval'] },
    { name: 'Setting it up', ids: ['auth.logout'] },
  ])
})

it('returns the meaning of an id', () => {
  expect(meaningOf('prompt.image')).toBe('accepts images')
  expect(meaningOf('odd')).toBeUndefined()
})
