import { describe, expect, test } from 'vitest'
import { kindOf, providerFailure, retryAfterOf, statusIn, wordedFailure } from './provider-failure.ts'

describe('wordedFailure', () => {
  test.each([
    ['403 not for you', 'AUTH_ERROR', false],
    ['429: {"message":"slow down"}', 'RATE_LIMITED', true],
    ['529 overloaded', 'PROVIDER_ERROR', true],
    ['400 no such parameter', 'PROVIDER_ERROR', false],
    ['Invalid API key', 'AUTH_ERROR', false],
    ['Too Many Requests', 'RATE_LIMITED', true],
    ['Overloaded', 'PROVIDER_ERROR', true],
    ['ECONNRESET: The socket connection was closed unexpectedly', 'PROVIDER_ERROR', true],
    ['OpenAI API error (401): {"message":"The key is not known here"}', 'AUTH_ERROR', false],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'RATE_LIMITED', true],
    ['unexpected status 529 <unknown status code>: It is overloaded', 'PROVIDER_ERROR', true],
    ['API Error: 500 {"type":"error"}', 'PROVIDER_ERROR', true],
    ['We’re currently experiencing high demand, which may cause temporary errors.', 'PROVIDER_ERROR', true],
    ['Wrote 500 lines', 'AGENT_ERROR', undefined],
    ['Something else', 'AGENT_ERROR', undefined],
  ])('of %j: %s, retryable: %s', (message, code, retryable) => {
    expect(wordedFailure(message)).toMatchObject({ message, code })
    expect(wordedFailure(message).retryable).toBe(retryable)
  })
})

test.each([
  ['429 slow down', 429],
  ['API Error (529): overloaded', 529],
  ['{"error":{"code": 503,"message":"no"}}', 503],
  ['last status: 429', 429],
  ['HTTP 502', 502],
  ['It has 404 pages', undefined],
])('finds the status in %j: %s', (message, status) => {
  expect(statusIn(message)).toBe(status)
})

test.each([
  [401, 'AUTH_ERROR', false],
  [403, 'AUTH_ERROR', false],
  [429, 'RATE_LIMITED', true],
  [408, 'PROVIDER_ERROR', true],
  [500, 'PROVIDER_ERROR', true],
  [529, 'PROVIDER_ERROR', true],
  [400, 'PROVIDER_ERROR', false],
] as const)('a %i of the provider is %s, retryable: %s', (status, code, retryable) => {
  expect(providerFailure(status, 'No')).toEqual({ message: 'No', code, retryable, data: { status } })
})

test.each([
  [{ data: { status: 429 } }, 'rate-limit'],
  [{ data: { status: 529 } }, 'overload'],
  [{ data: { status: 500 } }, undefined],
  [{ data: { kind: 'quota' } }, 'quota'],
  [{ data: { kind: 'rate limit reached' } }, undefined],
  [{}, undefined],
])('the kind of %j is %s, whatever the message says', (rest, kind) => {
  expect(kindOf({ message: 'rate limit, quota exceeded', ...rest })).toBe(kind)
})

test.each([
  ['120', 1_120_000],
  [3, 1_003_000],
  ['Thu, 01 Jan 1970 01:00:00 GMT', 3_600_000],
  ['-5', 1_000_000],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('retry-after %j is a time', (header, time) => {
  expect(retryAfterOf(header, 1_000_000)).toBe(time)
})
