import { expect, it } from 'vitest'
import type { VerifyProgress } from '../../../gateway/http/api/jobs/verify-stream.ts'
import { createProfile } from '../../../capabilities/profile.ts'
import { verifiedOn, verifyStarted, withResult } from './verify-progress.ts'

const check = {
  type: 'check',
  name: 'fork',
  title: 'a fork',
  result: 'refuted',
  saw: 'no',
  durationMs: 5,
} as const

it('counts the checks and names the last one', () => {
  const lines: VerifyProgress[] = [{ type: 'started', total: 2, network: 'own' }, check]
  const state = lines.reduce(withResult, verifyStarted)
  expect([state.status, state.done, state.total, state.text]).toEqual([
    'running',
    1,
    2,
    '1 of 2: fork refuted',
  ])
})

it('ends with the counts that are not zero and the defects', () => {
  const counts = { verified: 40, refuted: 1, 'not-applicable': 0, 'not-tried': 2 }
  const state = withResult(verifyStarted, { type: 'done', startedAt: '', counts, defects: ['x'] })
  expect(state).toMatchObject({
    status: 'done',
    text: '40 verified, 1 refuted, 2 could not try',
    defects: ['x'],
  })
})

it('finds the day of the newest result of the installed version', () => {
  const evidence = (at: string, only?: string) => ({
    id: 'session.fork',
    evidence: {
      source: 'observed' as const,
      support: 'supported' as const,
      origin: 'capstan verify: fork',
      at,
      ...(only === undefined ? {} : { scope: { agentVersions: { only } } }),
    },
  })
  const subject = { kind: 'agent', id: 'a' } as const
  expect(verifiedOn(createProfile(subject, []))).toBeUndefined()
  const claims = [evidence('2026-11-16T1'), evidence('2026-11-17T1'), evidence('2026-11-18T1', '1.0.0')]
  expect(verifiedOn(createProfile(subject, claims))).toBe('2026-11-17')
})
