import { expect, test } from 'vitest'
import { CapstanError } from '../../core/capstan-error.ts'
import { withLoginHint } from './login-hint.ts'

const auth = { methods: ['api_key'], files: [], variables: ['ONE_KEY', 'OTHER_KEY'] } as const

test.each([
  [{ ...auth, login: 'agent login' }, 'Run agent login, or set ONE_KEY or OTHER_KEY.'],
  [auth, 'Set ONE_KEY or OTHER_KEY.'],
  [{ ...auth, variables: [], login: 'agent login' }, 'Run agent login.'],
  [{ ...auth, variables: [] }, undefined],
])('adds the login methods to a missing login: %#', (known, hint) => {
  expect(withLoginHint(new CapstanError('AUTH_ERROR', 'Log in first'), { auth: known })).toMatchObject({
    code: 'AUTH_ERROR',
    message: 'Log in first',
    ...(hint === undefined ? {} : { hint }),
  })
})

test.each([
  'Missing environment variable: `ONE_KEY`.',
  'The environment variable ONE_KEY is not set',
  "env var 'ONE_KEY' is required",
])('adds how to pass a missing variable: %s', (message) => {
  expect(withLoginHint(new CapstanError('AGENT_ERROR', message), { auth })).toMatchObject({
    hint: 'Set env to pass ONE_KEY to the agent, such as { ONE_KEY: process.env.ONE_KEY }.',
    commandHint: 'Set ONE_KEY and add --env ONE_KEY.',
  })
})

test('leaves other errors and errors with a hint unchanged', () => {
  const own = new CapstanError('AUTH_ERROR', 'Log in first', { hint: 'Ask Ada.' })
  expect(withLoginHint(own, { auth })).toMatchObject({ hint: 'Ask Ada.' })
  expect(withLoginHint(new CapstanError('TIMEOUT', 'Too late'), { auth })).not.toHaveProperty('hint')
  expect(withLoginHint('words', { auth })).toBe('words')
})
