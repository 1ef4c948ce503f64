import { expect, test } from 'vitest'
import { CapabilityError } from '../../capability-error.ts'
import { toRelayCapabilityError } from './index.ts'

test('names the path in the declaration, the session and the requested value', () => {
  const error = new CapabilityError('delivery.on-idle', {
    agent: 'session-1',
    requested: 'on-idle',
    supported: ['immediate'],
  })
  expect(toRelayCapabilityError(error)).toStrictEqual({
    name: 'RelayCapabilityError',
    code: 'capability_unsupported',
    capability: 'delivery.modes.on-idle',
    session: 'session-1',
    requested: 'on-idle',
    supported: ['immediate'],
    message: "'session-1' does not support delivery.on-idle",
    retryable: false,
  })
})

test('has another code for an unknown capability', () => {
  expect(
    toRelayCapabilityError(new CapabilityError('lifecycle.pause', { support: 'unknown' })),
  ).toStrictEqual({
    name: 'RelayCapabilityError',
    code: 'capability_unknown',
    capability: 'lifecycle.pause',
    session: 'unknown',
    message: "No evidence yet whether 'unknown' supports lifecycle.pause",
    retryable: false,
  })
})

test.each([
  ['session.fork', 'lifecycle.fork'],
  ['actions.invoke', 'actions.invoke'],
  ['delivery.queue', 'delivery.queue'],
  ['prompt.image', 'messaging.attachments.image'],
  ['relay.text-attachments', 'messaging.attachments.text'],
  ['events.file.changed', 'events.emits.file.changed'],
  ['mcp.http', 'mcp.http'],
])('%s is %s in a declaration', (id, path) => {
  expect(toRelayCapabilityError(new CapabilityError(id)).capability).toBe(path)
})

test('uses the canonical id, not the name in another ecosystem', () => {
  const error = new CapabilityError('forkSession', { id: 'session.fork' })
  expect(toRelayCapabilityError(error).capability).toBe('lifecycle.fork')
  expect(toRelayCapabilityError(new CapabilityError('forkSession')).capability).toBe('forkSession')
})
