import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sessionStateFrom } from '../../src/acp/reading/config-options.ts'
import { elicitationFrom } from '../../src/acp/reading/elicitation.ts'
import { permissionFromV1, permissionFromV2 } from '../../src/acp/reading/permission.ts'
import { turnEndFromV1 } from '../../src/acp/reading/turn-end.ts'
import { translateUpdateV1 } from '../../src/acp/reading/updates-v1.ts'
import { translateUpdateV2 } from '../../src/acp/reading/updates-v2.ts'
import type { AgentEvent } from '../../src/events/index.ts'
import { agentEventSchema } from '../../src/events/schemas.ts'
import { anyMessage } from './carriage/acp-arbitrary.ts'
import { carry, type Fields } from './carriage/carrier.ts'
import { Definitions } from './carriage/json-schema.ts'
import { eventCarriage } from './event-carriage.ts'

const { acpV1, acpV2 } = eventCarriage

const updates = [
  { version: 'v1', translate: translateUpdateV1, table: acpV1.SessionNotification },
  { version: 'v2', translate: translateUpdateV2, table: acpV2.UpdateSessionNotification },
] as const

/** A valid message in which one value is replaced by any JSON or removed. */
function damaged(version: 'v1' | 'v2', name: string): fc.Arbitrary<Fields> {
  const value = fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined })
  return fc
    .tuple(anyMessage(new Definitions(version), name), fc.nat(), value)
    .map(([message, index, other]) => {
      const damage = structuredClone(message)
      const places = placesIn(damage)
      const place = places[index % places.length]
      if (place) place.holder[place.key] = other
      return JSON.parse(JSON.stringify(damage)) as Fields
    })
}

interface Place {
  holder: Fields
  key: string
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Fields
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])])
}

type Table = (typeof updates)[number]['table']

/** The copy of the message: the payload of `raw`, the `native` field of an event, or else the event itself. */
function keeperOf(event: AgentEvent): unknown {
  if (event.type === 'raw') return event.payload
  return event.native ?? event
}

function expectedKeeper(event: AgentEvent, params: Fields, table: Table): unknown {
  if (event.type === 'raw') return isObject(params.update) && 'sessionId' in event ? params.update : params
  return event.native === undefined ? carried(params, table, event) : params
}

/** The event that the table gives for a message; the event itself if version 1 has no row for an unknown part. */
function carried(params: Fields, table: Table, event: AgentEvent): unknown {
  try {
    return carry(params, table)
  } catch {
    return event
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

describe.each(updates)('updates of $version', ({ version, translate, table }) => {
  test('passes on any JSON unchanged', () => {
    const property = fc.property(fc.jsonValue(), (params) => {
      expect(translate(params)).toStrictEqual({ type: 'raw', source: 'acp', payload: params })
    })
    fc.assert(property)
  })

  test('passes on any JSON as an update unchanged', () => {
    const property = fc.property(fc.jsonValue(), (update) => {
      const params = { sessionId: 'session-1', update }
      const payload = isObject(update) ? update : params
      expect(translate(params)).toStrictEqual({ type: 'raw', source: 'acp', sessionId: 'session-1', payload })
    })
    fc.assert(property)
  })

  test('loses at most one field to an invalid value', () => {
    const property = fc.property(damaged(version, table.name), (params) => {
      const event = translate(params)
      expect(agentEventSchema.safeParse(event).error).toBeUndefined()
      expect(keeperOf(event)).toStrictEqual(expectedKeeper(event, params, table))
    })
    fc.assert(property, { numRuns: 500 })
  })
})

const requests = [
  { version: 'v1', name: 'RequestPermissionRequest', read: permissionFromV1 },
  { version: 'v2', name: 'RequestPermissionRequest', read: permissionFromV2 },
  { version: 'v2', name: 'CreateElicitationRequest', read: elicitationFrom },
] as const

describe.each(requests)('$name of $version', ({ version, name, read }) => {
  test('rejects arbitrary JSON as a request', () => {
    const property = fc.property(fc.jsonValue(), (params) => {
      expect(read('request-1', params)).toBeUndefined()
    })
    fc.assert(property)
  })

  test('with one invalid value becomes a complete event or none', () => {
    const property = fc.property(damaged(version, name), (params) => {
      const event = read('request-1', params)
      const isWhole = event === undefined || agentEventSchema.safeParse(event).success
      expect(isWhole).toBe(true)
    })
    fc.assert(property, { numRuns: 200 })
  })
})

test('reads nothing from a malformed response', () => {
  const property = fc.property(fc.jsonValue(), (answer) => {
    expect(sessionStateFrom(1, answer)).toStrictEqual({ options: [] })
    expect(sessionStateFrom(2, answer)).toStrictEqual({ options: [] })
    expect(turnEndFromV1(answer)).toStrictEqual({ stopReason: 'unknown' })
  })
  fc.assert(property)
})
