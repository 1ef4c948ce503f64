import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyProfile } from '../../test/arbitraries/profile.ts'
import { readDeclaration } from './convert.ts'
import { createProfile, mergeProfiles } from './profile.ts'

test('restores a profile from JSON', () => {
  fc.assert(
    fc.property(anyProfile, (profile) => {
      expect(readDeclaration('profile', JSON.parse(JSON.stringify(profile)))).toEqual(profile)
    }),
    { numRuns: 300 },
  )
})

test('merges in steps with the same result as at once', () => {
  const subject = { kind: 'agent' as const, id: 'claude', version: '2.0.0', model: 'opus' }
  fc.assert(
    fc.property(anyProfile, anyProfile, anyProfile, (first, second, third) => {
      const pair = mergeProfiles(subject, [first, second])
      const inSteps = mergeProfiles(subject, [pair, third])
      expect(inSteps).toEqual(mergeProfiles(subject, [first, second, third]))
      expect(mergeProfiles(subject, [createProfile(subject, []), inSteps])).toEqual(inSteps)
    }),
  )
})
