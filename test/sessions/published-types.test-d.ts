import type * as published from '@agent-relay/sdk'
import { expectTypeOf, test } from 'vitest'
import type * as ours from '../../src/sessions/index.ts'

test('a published session can be registered unchanged', () => {
  expectTypeOf<published.AgentSession>().toExtend<ours.AgentSession>()
  expectTypeOf<ours.Sessions['register']>().toBeCallableWith({} as published.AgentSession)
})

test('the events of a published session are accepted', () => {
  expectTypeOf<published.AgentSessionEvent>().toExtend<ours.ReportedEvent>()
})

test('messages for a published session have the published types', () => {
  expectTypeOf<ours.SessionMessage>().toExtend<published.RelayMessage>()
  expectTypeOf<ours.MessageContext>().toExtend<published.MessageContext>()
  expectTypeOf<ours.MessageAttachment>().toExtend<published.RelayMessageAttachment>()
})

test('receipts and identities match the published types in both directions', () => {
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

test('the messaging of an AgentRelay can be these sessions', () => {
  expectTypeOf<ours.RelayMessagingAdapter>().toExtend<published.RelayMessaging>()
  expectTypeOf<published.AgentRelayOptions>().toExtend<{ messaging?: published.RelayMessaging }>()
  expectTypeOf<ours.RelayMessagingAdapter['forToken']>().toExtend<
    NonNullable<published.AgentRelayOptions['createAgentMessaging']>
  >()
})
