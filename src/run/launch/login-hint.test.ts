import { expect, test } from 'vitest'
import { CapstanError } from '../../core/capstan-error.ts'
import { withLoginHint } from './login-hint.ts'

const auth = { methods: ['api_key'], files: [], variables: ['ONE_KEY', 'OTHER_KEY'] } as const

test.each([
  [{ ...auth, login: 'agent login' }, 'Run agent login, or set ONE_KEY or OTHER_KEY.'],
  [auth, 'Set ONE_KEY or OTHER_KEY.'],
  [{ ...auth, variables: [], login: 'agent login' }, 'Run agent login.'],
  [{ ...auth, variables: [] }, undefined],
])('a missing login comes with what is known of logging in: %#', (known, hint) => {
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
])('a missing variable comes with how to pass it: %s', (message) => {
  expect(withLoginHint(new CapstanError('AGENT_ERROR', message), { auth })).toMatchObject({
    hint: 'Set env to pass ONE_KEY to the agent, such as { ONE_KEY: process.env.ONE_KEY }.',
    commandHint: 'Set ONE_KEY and add --env ONE_KEY.',
  })
})

test('other errors, and those with a hint of their own, stay as they are', () => {
  const own = new CapstanError('AUTH_ERROR', 'Log in first', { hint: 'Ask Ada.' })
  expect(withLoginHint(own, { auth })).toMatchObject({ hint: 'Ask Ada.' })
  expect(withLoginHint(new CapstanError('TIMEOUT', 'Too late'), { auth })).not.toHaveProperty('hint')
  expect(withLoginHint('words', { auth })).toBe('words')
})
