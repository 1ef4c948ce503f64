import { expect, it } from 'vitest'
import { classOf, reasonOf } from '../../scripts/history/classify.ts'
import type { QuickFailure } from '../../scripts/history/quick/job.ts'

const failure = (more: Partial<QuickFailure>): QuickFailure => ({
  stage: 'start',
  message: 'it ended',
  stderr: '',
  ...more,
})
const own = { hasForeignBridge: false }
const foreign = { hasForeignBridge: true }

it.each([
  ['our-flag', failure({ exitCode: 1, stderr: 'Unknown argument: acp' }), own],
  ['our-option', failure({ exitCode: 1, stderr: 'Model gpt-5.4 is invalid' }), own],
  ['needs-network', failure({ exitCode: 1, stderr: 'BunInstallFailedError: x' }), own],
  ['absent', failure({ exitCode: 0, message: 'it ended with exit code 0' }), own],
  ['not-installable', failure({ exitCode: 1, stderr: 'Error: Cannot find module x' }), own],
  ['too-slow', failure({ timedOut: true, message: 'initialize was not answered' }), own],
  ['login-required', failure({ stage: 'session', rpcCode: -32000, message: 'Authentication required' }), own],
  ['pair-mismatch', failure({ stage: 'session', rpcCode: -32603, message: 'unknown variant x' }), foreign],
  ['pair-mismatch', failure({ stage: 'session', timedOut: true, message: 'no answer' }), foreign],
  ['too-slow', failure({ stage: 'session', timedOut: true, message: 'no answer' }), own],
  ['our-option', failure({ stage: 'text', message: 'no request reached the provider' }), own],
] as const)('a version is %s by what was seen', (expected, seen, pair) => {
  expect(classOf(seen, pair)).toBe(expected)
})

it('keeps the stage, the exit code and the last line', () => {
  const seen = failure({ exitCode: 1, message: 'the agent crashed', stderr: 'first\nlast line\n' })
  expect(reasonOf(seen)).toBe('start: the agent crashed (exit code 1); last line')
})
