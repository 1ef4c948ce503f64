import { expect, test } from 'vitest'
import type { AgentStatus } from '../capabilities/ecosystems/relay/types.ts'
import { agentStatuses, isAwake, isFinal, mayFollow } from './status-machine.ts'

const statuses: readonly AgentStatus[] = [
  'starting',
  'active',
  'idle',
  'waiting',
  'blocked',
  'paused',
  'releasing',
  'released',
  'offline',
  'failed',
]

test('there are ten statuses', () => {
  expect(agentStatuses).toEqual(statuses)
})

test('four statuses take messages, and two are final', () => {
  expect(statuses.filter(isAwake)).toEqual(['active', 'idle', 'waiting', 'blocked'])
  expect(statuses.filter(isFinal)).toEqual(['released', 'failed'])
})

const everything = 'active idle waiting blocked paused releasing released offline failed'
test.each([
  ['starting', everything],
  ['active', everything],
  ['idle', everything],
  ['waiting', everything],
  ['blocked', everything],
  ['paused', 'starting active idle waiting blocked releasing released offline failed'],
  ['releasing', 'released offline failed'],
  ['released', ''],
  ['offline', 'starting active idle waiting blocked paused releasing released failed'],
  ['failed', ''],
] as const)('%s allows only its followers', (status, followers) => {
  const expected = new Set(followers.split(' ').filter((each) => each !== status))
  const actual = statuses.filter((each) => each !== status && mayFollow(status, each))
  expect(new Set(actual)).toEqual(new Set([...expected].filter(Boolean)))
})

test('only a failed session is left by releasing it', () => {
  const after = (from: 'released' | 'failed'): AgentStatus[] =>
    statuses.filter((each) => mayFollow(from, each, { decision: 'release' }))
  expect([after('released'), after('failed')]).toEqual([[], ['releasing', 'released']])
})

test.each(['released', 'failed'] as const)('%s is left by resuming the session', (status) => {
  expect(statuses.filter((each) => mayFollow(status, each, { decision: 'resume' }))).toEqual([
    'starting',
    'active',
    'idle',
    'waiting',
    'blocked',
  ])
})
