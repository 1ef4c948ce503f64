import { expectTypeOf, test } from 'vitest'
import type * as ours from '../../../src/capabilities/ecosystems/relay/index.ts'
import type * as seed from './relay.ts'

test("a session's capabilities have the published type", () => {
  expectTypeOf<ours.AgentSessionCapabilities>().toEqualTypeOf<seed.AgentSessionCapabilities>()
  expectTypeOf<ours.DeliveryMode>().toEqualTypeOf<seed.DeliveryMode>()
})

test("a session's states and events have the published types", () => {
  expectTypeOf<ours.AgentStatus>().toEqualTypeOf<seed.AgentStatus>()
  expectTypeOf<ours.AgentSessionEventType>().toEqualTypeOf<seed.AgentSessionEventType>()
  expectTypeOf<ours.TranscriptChunk>().toEqualTypeOf<seed.TranscriptChunk>()
  expectTypeOf<ours.AgentSessionEvent>().toEqualTypeOf<seed.AgentSessionEvent>()
})
