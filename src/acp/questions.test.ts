import { expect, test } from 'vitest'
import { elicitationFrom, elicitationOutcomeToAcp } from './reading/elicitation.ts'
import { permissionFromV1, permissionFromV2, permissionOutcomeToAcp } from './reading/permission.ts'

const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'maybe', name: 'Maybe', kind: 'ask_a_friend' },
]

test('reads the tool call of a version 1 permission request', () => {
  const toolCall = {
    toolCallId: 'call-1',
    title: 'echo hi',
    kind: 'execute',
    rawInput: { command: 'echo hi' },
  }
  expect(permissionFromV1('permission-1', { sessionId: 'session-1', toolCall, options })).toStrictEqual({
    type: 'permission.requested',
    sessionId: 'session-1',
    requestId: 'permission-1',
    subject: {
      type: 'tool-call',
      toolCall: { toolCallId: 'call-1', title: 'echo hi', kind: 'execute', input: { command: 'echo hi' } },
    },
    options: [
      { optionId: 'yes', name: 'Yes', kind: 'allow-once' },
      { optionId: 'maybe', name: 'Maybe', kind: 'ask_a_friend' },
    ],
  })
})

test('reads the title and the optional subject of a version 2 permission request', () => {
  const subject = { type: 'command', command: 'ls', cwd: '/repo' }
  const params = { sessionId: 'session-1', title: 'Run ls?', subject, options: [] }
  expect(permissionFromV2('permission-1', params)).toStrictEqual({
    type: 'permission.requested',
    sessionId: 'session-1',
    requestId: 'permission-1',
    title: 'Run ls?',
    subject: { type: 'command', command: 'ls', cwd: '/repo' },
    options: [],
  })
})

test('rejects a permission request without options, session or tool call', () => {
  expect(permissionFromV1('permission-1', { sessionId: 'session-1', options })).toBeUndefined()
  expect(permissionFromV2('permission-1', { options })).toBeUndefined()
  expect(permissionFromV2('permission-1', { sessionId: 'session-1' })).toBeUndefined()
})

test('drops a malformed permission option and keeps the original params', () => {
  const params = { sessionId: 'session-1', options: [{ optionId: 5 }, options[0]] }
  expect(permissionFromV2('permission-1', params)).toStrictEqual({
    type: 'permission.requested',
    sessionId: 'session-1',
    requestId: 'permission-1',
    options: [{ optionId: 'yes', name: 'Yes', kind: 'allow-once' }],
    native: params,
  })
})

test('reads form and URL elicitations', () => {
  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } }
  const form = {
    mode: 'form',
    message: 'Who?',
    sessionId: 'session-1',
    toolCallId: 'call-1',
    requestedSchema,
  }
  expect(elicitationFrom('elicitation-1', form)).toStrictEqual({
    type: 'elicitation.requested',
    requestId: 'elicitation-1',
    mode: 'form',
    message: 'Who?',
    sessionId: 'session-1',
    toolCallId: 'call-1',
    schema: requestedSchema,
  })
  const url = { mode: 'url', message: 'Log in', requestId: 7, url: 'https://example.com', elicitationId: 'e' }
  expect(elicitationFrom('elicitation-2', url)).toStrictEqual({
    type: 'elicitation.requested',
    requestId: 'elicitation-2',
    mode: 'url',
    message: 'Log in',
    relatedRequestId: 7,
    url: 'https://example.com',
    elicitationId: 'e',
  })
  expect(elicitationFrom('elicitation-3', { mode: 'form', message: 'Who?' })).toBeUndefined()
})

test('writes permission outcomes', () => {
  expect(permissionOutcomeToAcp({ type: 'selected', optionId: 'yes' })).toStrictEqual({
    outcome: { outcome: 'selected', optionId: 'yes' },
  })
  expect(permissionOutcomeToAcp({ type: 'cancelled' })).toStrictEqual({ outcome: { outcome: 'cancelled' } })
})

test('writes elicitation outcomes', () => {
  expect(elicitationOutcomeToAcp({ type: 'accepted', content: { name: 'Ada' } })).toStrictEqual({
    action: 'accept',
    content: { name: 'Ada' },
  })
  expect(elicitationOutcomeToAcp({ type: 'accepted' })).toStrictEqual({ action: 'accept' })
  expect(elicitationOutcomeToAcp({ type: 'declined' })).toStrictEqual({ action: 'decline' })
  expect(elicitationOutcomeToAcp({ type: 'cancelled' })).toStrictEqual({ action: 'cancel' })
})
