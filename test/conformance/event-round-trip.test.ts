import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agentEventSchema } from '../../src/events/schemas.ts'
import { anyMessage } from './carriage/acp-arbitrary.ts'
import { carry, carryBack, settle, type Fields } from './carriage/carrier.ts'
import { Definitions } from './carriage/json-schema.ts'
import { anyRelayEvent, relayTypes } from './carriage/relay-samples.ts'
import type { Shape } from './carriage/shape.ts'
import { eventCarriage } from './event-carriage.ts'

const { acpV1, acpV2, relay } = eventCarriage

/** Converts a message to an event, parses the event as a stored one, and converts it back with the same table. */
function thereAndBack(source: Fields, table: Shape): Fields {
  return carryBack(agentEventSchema.parse(carry(source, table)), table)
}

interface Recorded {
  table: Shape
  message: Fields
}

/** One recorded message of each kind that real agents sent. */
function recorded(version: 'v1' | 'v2'): Recorded[] {
  const file = join(import.meta.dirname, `../fixtures/acp-updates/${version}.ndjson`)
  const tables = version === 'v1' ? acpV1 : acpV2
  const notification =
    'SessionNotification' in tables ? tables.SessionNotification : tables.UpdateSessionNotification
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const { method, params, result } = JSON.parse(line) as Record<string, Fields>
    const message = params ?? result ?? {}
    if ('update' in message) return { table: notification, message }
    if (method) return { table: tables.RequestPermissionRequest, message }
    if ('outcome' in message) return { table: tables.RequestPermissionResponse, message }
    return { table: tables.PromptResponse, message }
  })
}

describe('recorded messages', () => {
  test.each(recorded('v1'))('ACP v1 %#', ({ table, message }) => {
    expect(thereAndBack(message, table)).toStrictEqual(settle(message, table))
  })

  test.each(recorded('v2'))('ACP v2 %#', ({ table, message }) => {
    expect(thereAndBack(message, table)).toStrictEqual(settle(message, table))
  })
})

describe('any message that the published schema allows', () => {
  test.each(Object.entries(acpV1))('ACP v1 %s', (name, table) => {
    const property = fc.property(anyMessage(new Definitions('v1'), name), (message) => {
      expect(thereAndBack(message, table)).toStrictEqual(settle(message, table))
    })
    fc.assert(property, { numRuns: 500 })
  })

  test.each(Object.entries(acpV2))('ACP v2 %s', (name, table) => {
    const property = fc.property(anyMessage(new Definitions('v2'), name), (message) => {
      expect(thereAndBack(message, table)).toStrictEqual(settle(message, table))
    })
    fc.assert(property, { numRuns: 500 })
  })
})

describe('every member of the union of Relay', () => {
  const table = relay.AgentSessionEvent

  test.each(relayTypes)('%s with all its fields', (type) => {
    const [event = {}] = fc.sample(anyRelayEvent(type, { whole: true }), { numRuns: 1, seed: 1 })
    expect(thereAndBack(event, table)).toStrictEqual(event)
  })

  test.each(relayTypes)('%s with any of its fields', (type) => {
    const property = fc.property(anyRelayEvent(type), (event) => {
      expect(thereAndBack(event, table)).toStrictEqual(event)
    })
    fc.assert(property)
  })

  test('keeps a retry date as text', () => {
    const deferred = {
      type: 'delivery.deferred',
      deliveryId: 'delivery-1',
      messageId: 'message-1',
      availableAt: new Date('2026-01-02T03:04:05.678Z'),
    }
    expect(carry(deferred, table)).toEqual({ ...deferred, availableAt: '2026-01-02T03:04:05.678Z' })
  })
})

describe('the shape of an event', () => {
  test('a text chunk becomes the shortest event', () => {
    const message = {
      sessionId: 'session-1',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hello' } },
    }
    expect(carry(message, acpV1.SessionNotification)).toEqual({
      type: 'text.delta',
      sessionId: 'session-1',
      text: 'Hello',
    })
  })

  test('a diff of either version is a list of changes', () => {
    const diff = { type: 'diff', path: '/repo/a.txt', oldText: null, newText: 'hi' }
    const update = { sessionUpdate: 'tool_call_update', toolCallId: 'call-1', content: [diff] }
    expect(carry({ sessionId: 'session-1', update }, acpV1.SessionNotification)).toEqual({
      type: 'tool.updated',
      sessionId: 'session-1',
      toolCallId: 'call-1',
      content: [{ type: 'diff', changes: [{ operation: 'add', path: '/repo/a.txt', newText: 'hi' }] }],
    })
  })

  test('passes on an unknown kind of update unchanged', () => {
    const update = { sessionUpdate: '_weather', sky: 'blue' }
    expect(carry({ sessionId: 'session-1', update }, acpV2.UpdateSessionNotification)).toEqual({
      type: 'raw',
      sessionId: 'session-1',
      source: 'acp',
      payload: { sessionUpdate: '_weather', sky: 'blue' },
    })
  })
})
