import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { Published } from '../../test/published-type.ts'
import type { Capability, NegotiatedCapabilities } from './ecosystems/a2e/index.ts'
import type { IAgentCapabilities, InitializeAnswerV1, InitializeAnswerV2 } from './ecosystems/acp/index.ts'
import type * as agUi from './ecosystems/ag-ui/index.ts'
import type * as mux from './ecosystems/mux/index.ts'
import type { AgentSessionCapabilities, AgentSessionEventType } from './ecosystems/relay/index.ts'
import type { CapabilityFact, CapabilityProfile, Evidence, ProfileSubject } from './index.ts'
import type * as schemas from './schemas.ts'

type Checked<Name extends keyof typeof schemas> = Published<z.infer<(typeof schemas)[Name]>>

test('AG-UI: the schema equals the type', () => {
  expectTypeOf<Checked<'agUiCapabilitiesSchema'>>().toEqualTypeOf<Published<agUi.AgentCapabilities>>()
})

test('A2E: the schema equals the type', () => {
  expectTypeOf<Checked<'a2eCapabilitySchema'>>().toEqualTypeOf<Published<Capability>>()
  expectTypeOf<Checked<'a2eNegotiatedCapabilitiesSchema'>>().toEqualTypeOf<
    Published<NegotiatedCapabilities>
  >()
})

test('Relay: the schema equals the type, but accepts any event name', () => {
  type Parsed = Checked<'relaySessionCapabilitiesSchema'>
  type Type = Published<AgentSessionCapabilities>
  expectTypeOf<Omit<Parsed, 'events'>>().toEqualTypeOf<Omit<Type, 'events'>>()
  expectTypeOf<Parsed['events']>().toEqualTypeOf<{ emits: string[] }>()
  expectTypeOf<Type['events']>().toEqualTypeOf<{ emits: AgentSessionEventType[] }>()
})

test('agent-mux: each schema equals its type', () => {
  expectTypeOf<Checked<'muxAgentCapabilitiesSchema'>>().toEqualTypeOf<Published<mux.AgentCapabilities>>()
  expectTypeOf<Checked<'muxModelCapabilitiesSchema'>>().toEqualTypeOf<Published<mux.ModelCapabilities>>()
  expectTypeOf<Checked<'installMethodSchema'>>().toEqualTypeOf<mux.InstallMethod>()
  expectTypeOf<Checked<'pluginRegistrySchema'>>().toEqualTypeOf<mux.PluginRegistry>()
  expectTypeOf<Checked<'pluginFormatSchema'>>().toEqualTypeOf<mux.PluginFormat>()
  expectTypeOf<Checked<'authMethodSchema'>>().toEqualTypeOf<mux.AuthMethod>()
})

test('ACP: each schema equals its type', () => {
  expectTypeOf<Checked<'agentsWireCapabilitiesSchema'>>().toEqualTypeOf<Published<IAgentCapabilities>>()
  expectTypeOf<Checked<'acpInitializeV1Schema'>>().toEqualTypeOf<Published<InitializeAnswerV1>>()
  expectTypeOf<Checked<'acpInitializeV2Schema'>>().toEqualTypeOf<Published<InitializeAnswerV2>>()
})

test('a profile: the schema equals the type, except that the key names a fact', () => {
  type Parsed = Checked<'capabilityProfileSchema'>
  type Fact = Published<Parsed['facts'][string]>
  expectTypeOf<Parsed['subject']>().toEqualTypeOf<Published<ProfileSubject>>()
  expectTypeOf<Fact>().toEqualTypeOf<Omit<Published<CapabilityFact>, 'id'>>()
  expectTypeOf<Fact['evidence']>().toEqualTypeOf<Published<Evidence>[]>()
  expectTypeOf<keyof Parsed>().toEqualTypeOf<keyof CapabilityProfile>()
})
