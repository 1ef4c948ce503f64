import { expect, test } from 'vitest'
import { statusIn, wordedFailure } from './provider-failure.ts'

test('reads the status of a rejected request', () => {
  expect(statusIn('API Error: Request rejected (429) · There were too many requests')).toBe(429)
})

test.each([
  'Could not connect to local model provider at http://127.0.0.1:9/v1.',
  'Last error: error reading a body from connection: unexpected EOF during chunk size line',
  '[API Error: terminated]',
])('can be tried again: %s', (message) => {
  expect(wordedFailure(message)).toEqual({ message, code: 'PROVIDER_ERROR', retryable: true })
})
