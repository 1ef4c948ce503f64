import { expect, it } from 'vitest'
import { withoutTerminalCodes } from './without-codes.ts'

it('removes colors, links and other codes of terminals, and nothing else', () => {
  expect(withoutTerminalCodes('\u001B[01;34mdocs\u001B[0m [32m')).toBe('docs [32m')
  expect(withoutTerminalCodes('\u001B]8;;https://a.b\u0007link\u001B]8;;\u0007')).toBe('link')
  expect(withoutTerminalCodes('cut\u001B')).toBe('cut')
  expect(withoutTerminalCodes('plain [0m')).toBe('plain [0m')
})
