import { expect, it } from 'vitest'
import { redactValue, withCleanError } from './redact-value.ts'

const redact = (text: string): string => text.replaceAll('secret', '*')

it('redacts secrets in keys and values at every depth', () => {
  const value = { 'of secret': ['a secret', 1, null, { deep: 'secret' }] }
  expect(redactValue(value, redact)).toEqual({ 'of *': ['a *', 1, null, { deep: '*' }] })
})

it('redacts the error of an event and does not change other events', () => {
  const failed = { type: 'error', error: { message: 'secret', data: { body: 'secret' } } }
  expect(withCleanError(failed, redact)).toEqual({
    type: 'error',
    error: { message: '*', data: { body: '*' } },
  })
  const text = { type: 'text.delta', text: 'secret' }
  expect(withCleanError(text, redact)).toBe(text)
})
