import { expect, it } from 'vitest'
import { authText } from './auth-text.ts'

it('shows a found login and the login methods', () => {
  const auth = { methods: ['browser'], variables: ['KEY'], found: [] }
  expect(authText({ ...auth, login: 'agent login' })).toEqual({
    text: 'no login found',
    detail: 'Methods: agent login, or browser, KEY',
  })
  expect(authText({ ...auth, found: ['KEY'] })).toEqual({
    text: 'login found',
    detail: 'Found: KEY. Methods: browser, KEY',
  })
  expect(authText({ methods: ['none'], variables: [], found: [] })).toBeUndefined()
  expect(authText(undefined)).toBeUndefined()
})
