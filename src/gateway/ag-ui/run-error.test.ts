import { expect, it } from 'vitest'
import { CapstanError } from '../../core/capstan-error.ts'
import { errorDetail } from '../../run/api/error-detail.ts'
import { runErrorOf } from './run-error.ts'

it('offers to install an agent that is missing, with the hint of the error', () => {
  const error = new CapstanError('AGENT_NOT_INSTALLED', 'claude is not installed', {
    hint: 'Run capstan install claude, or npm install x',
  })
  expect(runErrorOf(errorDetail(error), { agent: 'claude' })).toEqual({
    code: 'agent_not_installed',
    message: 'claude is not installed',
    hint: 'Run capstan install claude, or npm install x',
    action: { type: 'install', agent: 'claude' },
  })
})

it('offers to log in, also without a hint of the error', () => {
  const detail = { message: 'Invalid API key', code: 'AUTH_ERROR', retryable: false }
  expect(runErrorOf(detail, { agent: 'codex' })).toEqual({
    code: 'auth_required',
    message: 'Invalid API key',
    hint: 'Log in to codex, or set one of its key variables.',
    action: { type: 'login', agent: 'codex' },
  })
})

it.each([
  [{ message: 'boom' }, { code: 'agent_error', message: 'boom' }],
  [
    { message: '', code: -32_603 },
    { code: 'acp_-32603', message: 'The run failed' },
  ],
  [
    { message: 'Busy', code: 'thread_busy', data: { hint: 'Wait.' } },
    { code: 'thread_busy', message: 'Busy', hint: 'Wait.' },
  ],
  [
    { message: 'x', code: 'TIMEOUT', data: { hint: 7 } },
    { code: 'timeout', message: 'x' },
  ],
])('omits unknown fields: %j', (detail, expected) => {
  expect(runErrorOf(detail, { agent: 'sim' })).toEqual(expected)
})
