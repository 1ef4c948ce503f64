import { expect, it } from 'vitest'
import { changeText, outcomeMark, seriesText } from './version-history.ts'

it('marks only a yes and a no as known', () => {
  const outcomes = ['yes', 'no', 'not-applicable', 'could-not-try', 'disputed'] as const
  expect(outcomes.map(outcomeMark)).toEqual([
    'supported',
    'unsupported',
    'not-applicable',
    'unknown',
    'unknown',
  ])
})

it('names the fixed part of a table', () => {
  expect(seriesText({ series: 'program', protocol: 1 })).toBe('Versions, ACP 1')
  expect(seriesText({ series: 'program', protocol: 2, bridge: '0.99.1' })).toBe(
    'Versions with bridge 0.99.1, ACP 2',
  )
  expect(seriesText({ series: 'bridge', protocol: 1 })).toBe(
    'Bridges, each with the program it brings, ACP 1',
  )
})

it('names both ends of a change', () => {
  expect(changeText({ direction: 'gone', after: '0.81.2', by: '0.99.1' })).toBe(
    'gone between 0.81.2 and 0.99.1',
  )
})
