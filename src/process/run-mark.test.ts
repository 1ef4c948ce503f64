import { afterEach, expect, it } from 'vitest'
import { createMark, marksIn, ownerMark, withMark, withoutMark } from './run-mark.ts'

afterEach(() => {
  delete process.env['CAPSTAN_RUN']
})

it('gives each process its own mark, after the marks of its ancestors', () => {
  const [first, second] = [createMark(), createMark()]
  expect([first === second, first.startsWith(`${ownerMark()}.`)]).toEqual([false, true])
  expect(withMark({ A: '1', CAPSTAN_RUN: 'old' }, 'X.1')).toEqual({ A: '1', CAPSTAN_RUN: 'X.1' })
  process.env['CAPSTAN_RUN'] = 'X.1:Y.2'
  expect(withMark({}, 'Z.3')).toEqual({ CAPSTAN_RUN: 'X.1:Y.2:Z.3' })
  expect(withoutMark({ A: '1', CAPSTAN_RUN: 'X.1' })).toEqual({ A: '1', CAPSTAN_RUN: undefined })
})

it.each<[string, string[]]>([
  ['A=1\0CAPSTAN_RUN=X.1:Y.2\0B=2\0', ['X.1', 'Y.2']],
  ['CAPSTAN_RUN=X.1', ['X.1']],
  ['A=CAPSTAN_RUN=X.1\0NOT_CAPSTAN_RUN=X.1\0', []],
  ['', []],
])('reads the marks of %j', (environment, marks) => {
  expect(marksIn(environment)).toEqual(marks)
})
