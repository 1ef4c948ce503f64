import { expect, it } from 'vitest'
import { shownName } from '../../src/core/text/shown-name.ts'
import { isHandle } from '../../src/sessions/check/check-identity.ts'
import { fakeSession } from '../support/sessions/fake-session.ts'
import { failureOf, sessionLab } from '../support/sessions/session-lab.ts'

it.each([
  ['b\u043Eb', '@b\u043Eb looks like @bob'],
  ['B\u039FB', '@B\u039FB looks like @bob'],
  ['b0b', '@b0b looks like @bob'],
  ['\uFF42ob', '@\uFF42ob is already taken'],
  ['c\u0430pstan', '@c\u0430pstan looks like @capstan'],
])('refuses the handle %s', (handle, message) => {
  const { sessions } = sessionLab()
  const error = { code: 'HANDLE_TAKEN', message: `The handle ${message}` }
  expect(failureOf(() => sessions.join({ name: 'Eve', handle }))).toMatchObject(error)
  expect(failureOf(() => sessions.register(fakeSession({ handle, id: 'ses_eve' })))).toMatchObject(error)
  expect(sessions.find(`@${handle}`)?.identity.id).toBe(handle.startsWith('\uFF42') ? 'ses_bob' : undefined)
})

it('gives a name without a handle one that looks like no other', () => {
  const { sessions } = sessionLab()
  expect(sessions.join({ name: 'B\u043Eb' }).identity.handle).toBe('b\u043Eb-2')
})

it('refuses handles with characters that nobody sees', () => {
  expect(['b\u3164b', 'b\u200Bb', 'b\u115Fb'].map(isHandle)).toEqual([false, false, false])
})

it('shows a name without control characters', () => {
  expect(shownName('\u001B]0;evil\u0007Ada\u202Enimda\r\nroot')).toBe(']0;evil Ada nimda root')
})
