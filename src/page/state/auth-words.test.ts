import { expect, it } from 'vitest'
import { authWords } from './auth-words.ts'

it('says what can be seen of a login', () => {
  const auth = { methods: ['browser'], variables: ['KEY'], found: [] }
  expect(authWords({ ...auth, login: 'agent login' })).toEqual({
    text: 'no login seen',
    detail: 'Ways: agent login, or browser, KEY',
  })
  expect(authWords({ ...auth, found: ['KEY'] })).toEqual({
    text: 'login found',
    detail: 'Found: KEY. Ways: browser, KEY',
  })
  expect(authWords({ methods: ['none'], variables: [], found: [] })).toBeUndefined()
  expect(authWords(undefined)).toBeUndefined()
})
