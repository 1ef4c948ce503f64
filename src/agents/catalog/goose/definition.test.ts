import { expect, test } from 'vitest'
import { goose } from './definition.ts'

const patterns = (goose.acp?.errorTexts ?? []).map((pattern) => new RegExp(pattern, 'u'))
const isFailure = (text: string): boolean => patterns.some((pattern) => pattern.test(text))

test.each([
  'Ran into this error: Rate limit exceeded: There were too many requests.\n\nPlease retry if you think this is a transient or recoverable error.',
  'Ran into this error: Server error: Server error (500 Internal Server Error) at http://127.0.0.1:38197/v1/responses: The server is out of order.\n\nPlease retry if you think this is a transient or recoverable error.',
  'Ran into this error: Request failed: Bad request (400): Bad thing.\n\nPlease retry if you think this is a transient or recoverable error.',
  'Network error: Stream decode error: Failed to parse Responses stream event: missing field `error`: "{}"\n\nPlease resend your message to try again.',
])('recognizes the text of a provider failure: %s', (text) => {
  expect(isFailure(text)).toBe(true)
})

test.each([
  'Ran into this error: is what it said.',
  'It said: Ran into this error: x.\n\nPlease retry if you think this is a transient or recoverable error.',
  'Network error: the cable is out.\n\nPlease resend your message to try again. Then call me.',
])('does not read other text as a provider failure: %s', (text) => {
  expect(isFailure(text)).toBe(false)
})
