import { expect, it } from 'vitest'
import { isInRange } from './version-range.ts'

it.each([
  ['22.0.0', '>=22', true],
  ['21.9.9', '>=22', false],
  ['22.19.0', '>=22.19', true],
  ['22.18.9', '>=22.19', false],
  ['24.16.0', '>=24.16 <25 || >=26.1', true],
  ['25.0.0', '>=24.16 <25 || >=26.1', false],
  ['26.1.0', '>=24.16 <25 || >=26.1', true],
  ['v24.15.3', '>=24.16 <25 || >=26.1', false],
  ['24.0.0-nightly', '>=24', true],
  ['24.0.0', '^24', true],
  ['18.20.0', '^20.19', false],
  ['20.19.1', '^20.19.0 || >=22.12.0', true],
  ['21.0.0', '^20.19.0 || >=22.12.0', false],
  ['22.1.9', '~22.2', false],
  ['22.3.0', '20 - 22', true],
  ['23.0.0', '22.x', false],
  ['23.0.0', 'current', true],
])('%s in %s is %s', (version, range, expected) => {
  expect(isInRange(version, range)).toBe(expected)
})
