import { expect, it } from 'vitest'
import { isLauncher } from './launchers.ts'

it.each([
  ['/usr/bin/node', true],
  ['/opt/node/bin/node24', true],
  ['/usr/bin/node-22.13', true],
  ['/usr/bin/python3.12', true],
  ['/tools/npx.cmd', true],
  ['/tools/Node.EXE', true],
  ['/usr/bin/claude', false],
  ['/usr/bin/node-agent', false],
  ['/usr/bin/nodeling2', false],
])('%s only starts other programs: %s', (program, expected) => {
  expect(isLauncher(program)).toBe(expected)
})
