import { describe, expect, it } from 'vitest'
import { parseHistory } from './parse-history.ts'

const line = {
  series: 'program',
  program: '1.0.0',
  protocol: 1,
  transport: 'acp',
  run: 1,
  checks: { text: 'yes', fork: ['no', 'session.fork is not advertised'] },
  claims: ['session.load'],
}
const untried = {
  series: 'program',
  program: '2.0.0',
  transport: 'acp',
  run: 1,
  class: 'absent',
  reason: 'exit code 0',
}
const file = (...lines: readonly unknown[]): string =>
  lines.map((each) => `${JSON.stringify(each)}\n`).join('')

describe('a data file', () => {
  it('has one object per line', () => {
    expect(parseHistory(file(line, untried))).toEqual([line, untried])
    expect(parseHistory('')).toEqual([])
  })

  it('holds a confirmation beside the first run, but no key twice', () => {
    expect(parseHistory(file(line, { ...line, run: 2 }))).toHaveLength(2)
    expect(() => parseHistory(file(line, line))).toThrow(
      'Line 2 of the history cannot be read: the key program 1.0.0 - - 1 acp 1 was recorded before',
    )
  })

  it.each([
    ['it is not JSON', '{"series":\n'],
    ['the last line is incomplete', JSON.stringify(line)],
    ['it is not an object', file([])],
    ['series is neither program nor bridge', file({ ...line, series: 'date' })],
    ['program is not a text', file({ ...line, program: 1 })],
    ['bridge is not a text', file({ ...line, series: 'bridge' })],
    ['transport is not acp', file({ ...line, transport: 'cli' })],
    ['run is not a number from 1', file({ ...line, run: 0 })],
    ['protocol is neither 1 nor 2', file({ ...line, protocol: 3 })],
    ['protocol is missing', file({ ...line, protocol: undefined })],
    ['checks is not an object', file({ ...line, checks: [] })],
    ['claims is not a list', file({ ...line, claims: 'all' })],
    ['fork is not a check with an outcome', file({ ...line, checks: { fork: 'maybe' } })],
    ['fork is not a check with an outcome', file({ ...line, checks: { fork: ['no'] } })],
    ['juggling is not a check with an outcome', file({ ...line, checks: { juggling: 'yes' } })],
    ['it has neither checks nor a known class', file({ ...untried, class: 'broken' })],
    ['reason is not a text', file({ ...untried, reason: undefined })],
  ])('is rejected if %s', (why, text) => {
    expect(() => parseHistory(text)).toThrow(`Line 1 of the history cannot be read: ${why}`)
  })
})
