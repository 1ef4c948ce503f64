import { expect, test } from 'vitest'
import { causeLine } from './output-failure.ts'

test('finds the error above the version that Node writes last', () => {
  const text = [
    'node:internal/modules/cjs/loader:1210',
    '  throw err;',
    '  ^',
    '',
    "Error: Cannot find module '/app/agent.mjs'",
    '    at node:internal/main/run_main_module:28:49 {',
    "  code: 'MODULE_NOT_FOUND'",
    '}',
    '',
    'Node.js v20.20.2\n',
  ]
  expect(causeLine(text.join('\n'))).toBe("Error: Cannot find module '/app/agent.mjs'")
})

test('is the last line of other programs', () => {
  expect(causeLine('Error: one\nIt broke\n')).toBe('It broke')
  expect(causeLine('')).toBe('')
})
