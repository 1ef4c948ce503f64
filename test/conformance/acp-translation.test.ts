import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentToAcp } from '../../src/acp/reading/content.ts'
import { elicitationFrom, elicitationOutcomeToAcp } from '../../src/acp/reading/elicitation.ts'
import {
  permissionFromV1,
  permissionFromV2,
  permissionOutcomeToAcp,
} from '../../src/acp/reading/permission.ts'
import { turnEndFromV1 } from '../../src/acp/reading/turn-end.ts'
import { translateUpdateV1 } from '../../src/acp/reading/updates-v1.ts'
import { translateUpdateV2 } from '../../src/acp/reading/updates-v2.ts'
import { agentEventSchema, contentBlockSchema } from '../../src/events/schemas.ts'
import { anyMessage } from './carriage/acp-arbitrary.ts'
import { content } from './carriage/acp-v2-tools.ts'
import { carry, settle, type Fields } from './carriage/carrier.ts'
import { Definitions } from './carriage/json-schema.ts'
import type { Shape } from './carriage/shape.ts'
import { eventCarriage } from './event-carriage.ts'

const { acpV1, acpV2 } = eventCarriage
const v1 = new Definitions('v1')
const v2 = new Definitions('v2')

const updates = [
  { version: 'v1', translate: translateUpdateV1, table: acpV1.SessionNotification },
  { version: 'v2', translate: translateUpdateV2, table: acpV2.UpdateSessionNotification },
] as const

describe.each(updates)('updates of $version', ({ version, translate, table }) => {
  const file = join(import.meta.dirname, `../fixtures/acp-updates/${version}.ndjson`)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const notifications = lines
    .map((line) => (JSON.parse(line) as { params?: Fields }).params ?? {})
    .filter((params) => 'update' in params)

  test.each(notifications.map((params) => [(params.update as Fields).sessionUpdate, params] as const))(
    'translates a recorded %s into the event of the table',
    (_, params) => {
      expect(translate(params)).toStrictEqual(carry(params, table))
    },
  )

  test('translates every valid message into the event of the table', () => {
    const definitions = version === 'v1' ? v1 : v2
    const property = fc.property(anyMessage(definitions, table.name), (params) => {
      expect(translate(params)).toStrictEqual(carry(params, table))
    })
    fc.assert(property, { numRuns: 400 })
  })
})

const made = 'made-requestId'

const requests = [
  { name: 'v1 permission', definitions: v1, table: acpV1.RequestPermissionRequest, read: permissionFromV1 },
  { name: 'v2 permission', definitions: v2, table: acpV2.RequestPermissionRequest, read: permissionFromV2 },
  { name: 'v1 elicitation', definitions: v1, table: acpV1.CreateElicitationRequest, read: elicitationFrom },
  { name: 'v2 elicitation', definitions: v2, table: acpV2.CreateElicitationRequest, read: elicitationFrom },
] as const

test.each(requests)(
  'translates every valid request of $name into the event of the table',
  ({ definitions, table, read }) => {
    const property = fc.property(anyMessage(definitions, table.name), (params) => {
      expect(read(made, params)).toStrictEqual(carry(params, table))
    })
    fc.assert(property, { numRuns: 200 })
  },
)

test('translates every valid prompt response of v1 into the outcome of the table', () => {
  const property = fc.property(anyMessage(v1, 'PromptResponse'), (answer) => {
    expect({ type: 'finish', ...turnEndFromV1(answer) }).toStrictEqual(carry(answer, acpV1.PromptResponse))
  })
  fc.assert(property)
})

/** The response without vendor data, which the event holds instead of the outcome. */
function bare(answer: Fields, table: Shape): Fields {
  const { _meta, ...rest } = settle(answer, table)
  return rest
}

describe('written messages', () => {
  test.each([
    [v1, acpV1.RequestPermissionResponse],
    [v2, acpV2.RequestPermissionResponse],
  ])('restores any response to a permission request from its outcome', (definitions, table) => {
    const property = fc.property(anyMessage(definitions, table.name), (answer) => {
      const event = agentEventSchema.parse(carry(answer, table))
      if (event.type !== 'permission.resolved') throw new Error(event.type)
      expect(permissionOutcomeToAcp(event.outcome)).toStrictEqual(bare(answer, table))
    })
    fc.assert(property)
  })

  test('restores any response to an elicitation from its outcome', () => {
    const table = acpV2.CreateElicitationResponse
    const property = fc.property(anyMessage(v2, table.name), (answer) => {
      const event = agentEventSchema.parse(carry(answer, table))
      if (event.type !== 'elicitation.resolved') throw new Error(event.type)
      expect(elicitationOutcomeToAcp(event.outcome)).toStrictEqual(bare(answer, table))
    })
    fc.assert(property)
  })

  test('restores any content block', () => {
    const property = fc.property(anyMessage(v2, 'ContentBlock'), (block) => {
      const ours = contentBlockSchema.parse(carry(block, content))
      expect(contentToAcp(ours)).toStrictEqual(settle(block, content))
    })
    fc.assert(property, { numRuns: 200 })
  })
})
