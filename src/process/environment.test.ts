import { expect, test } from 'vitest'
import { buildEnvironment } from './environment.ts'

test('passes only the named variables, and always the set ones', () => {
  expect(
    buildEnvironment({
      source: { PATH: '/bin', HOME: '/home/a', SECRET: 's', EMPTY: '', UNSET: undefined, path: 'other' },
      passOn: ['PATH', 'HOME', 'EMPTY', 'UNSET', 'ABSENT', 'toString'],
      withhold: ['HOME', 'SET'],
      set: { SET: '1', EMPTY: 'full' },
      platform: 'linux',
    }),
  ).toEqual({ PATH: '/bin', SET: '1', EMPTY: 'full' })
})

test('ignores the case of names on Windows', () => {
  expect(
    buildEnvironment({
      source: { Path: String.raw`C:\bin`, SystemRoot: String.raw`C:\Windows`, Token: 't', Temp: 'old' },
      passOn: ['PATH', 'SYSTEMROOT', 'TOKEN', 'TEMP'],
      withhold: ['token'],
      set: { TEMP: 'new' },
      platform: 'win32',
    }),
  ).toEqual({ Path: String.raw`C:\bin`, SystemRoot: String.raw`C:\Windows`, TEMP: 'new' })
})
