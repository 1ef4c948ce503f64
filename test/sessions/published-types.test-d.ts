import type * as published from '@agent-relay/sdk'
import { expectTypeOf, test } from 'vitest'
import type * as ours from '../../src/sessions/index.ts'

test('a published session can be registered as it is', () => {
  expectTypeOf<published.AgentSession>().toExtend<ours.AgentSession>()
  expectTypeOf<ours.Sessions['register']>().toBeCallableWith({} as published.AgentSession)
})

test('what a published session reports is taken', () => {
  expectTypeOf<published.AgentSessionEvent>().toExtend<ours.ReportedEvent>()
})

test('what it is given is of the published types', () => {
  expectTypeOf<ours.SessionMessage>().toExtend<published.RelayMessage>()
  expectTypeOf<ours.MessageContext>().toExtend<published.MessageContext>()
  expectTypeOf<ours.MessageAttachment>().toExtend<published.RelayMessageAttachment>()
})

test('what it says and is has the published types, both ways', () => {
  expectTypeOf<ours.MessageReceipt>().toEqualTypeOf<published.MessageReceipt>()
  expectTypeOf<ours.AgentIdentity>().toEqualTypeOf<published.AgentIdentity>()
  expectTypeOf<ours.AgentIdentityInput>().toExtend<published.AgentIdentityInput>()
  expectTypeOf<published.AgentIdentityInput>().toExtend<ours.AgentIdentityInput>()
  expectTypeOf<ours.AgentSessionCapabilities>().toExtend<published.AgentSessionCapabilities>()
  expectTypeOf<published.AgentSessionCapabilities>().toExtend<ours.AgentSessionCapabilities>()
  expectTypeOf<ours.AgentSessionEventType>().toEqualTypeOf<published.AgentSessionEventType>()
  expectTypeOf<ours.DeliveryMode>().toEqualTypeOf<published.AgentSessionDeliveryMode>()
})

test('the five published states are among the ten', () => {
  expectTypeOf<published.AgentSessionStatus>().toExtend<ours.AgentStatus>()
})
