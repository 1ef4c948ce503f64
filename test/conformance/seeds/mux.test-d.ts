import { expectTypeOf, test } from 'vitest'
import type * as ours from '../../../src/capabilities/ecosystems/mux/index.ts'
import type { CapabilityError, CapabilityNotSupportedError } from '../../../src/capabilities/index.ts'
import type * as seed from './mux.ts'

test("an agent's capabilities have the published type", () => {
  expectTypeOf<ours.AgentCapabilities>().toEqualTypeOf<
    seed.AgentCapabilities<ours.AgentName, ours.AuthMethod>
  >()
})

test("a model's capabilities have the published type", () => {
  expectTypeOf<ours.ModelCapabilities>().toEqualTypeOf<seed.ModelCapabilities<ours.AgentName>>()
})

test('the types of their fields are the published ones', () => {
  expectTypeOf<ours.PluginFormat>().toEqualTypeOf<seed.PluginFormat>()
  expectTypeOf<ours.PluginRegistry>().toEqualTypeOf<seed.PluginRegistry>()
  expectTypeOf<ours.InstallMethod>().toEqualTypeOf<seed.InstallMethod>()
  expectTypeOf<ours.ThinkingEffortLevel>().toEqualTypeOf<seed.ThinkingEffortLevel>()
  expectTypeOf<ours.BuiltInAgentName>().toEqualTypeOf<seed.BuiltInAgentName>()
  expectTypeOf<string>().toExtend<ours.AgentName>()
})

test('a capability error has the published fields', () => {
  type Published = Pick<CapabilityError, 'code' | 'agent' | 'capability'>
  type Expected = Pick<seed.CapabilityError<string>, 'code' | 'agent' | 'capability'>
  expectTypeOf<Published>().toEqualTypeOf<Expected>()
  expectTypeOf<CapabilityError>().toExtend<seed.CapabilityError<ours.AgentName>>()
  expectTypeOf<CapabilityNotSupportedError>().toExtend<seed.CapabilityError<ours.AgentName>>()
})
