import { expectTypeOf, test } from 'vitest'
import type { AgentCapabilities, BuiltInAgentName } from '../capabilities/ecosystems/mux/types.ts'
import type { agentCatalog } from './catalog.ts'
import type { AgentDefinition } from './definition/definition.ts'
import type { MuxFactId } from './definition/definition-fact.ts'
import type { AdapterRegistry } from './registry.ts'

test('the catalog has every built-in agent, others and the simulated one', () => {
  expectTypeOf<keyof typeof agentCatalog>().toEqualTypeOf<
    BuiltInAgentName | 'goose' | 'kimi' | 'qwen' | 'droid' | 'kilo' | 'sim'
  >()
  expectTypeOf<(typeof agentCatalog)[BuiltInAgentName]>().toEqualTypeOf<AgentDefinition>()
})

test('a definition answers every fact of the total shape', () => {
  expectTypeOf<AgentDefinition['facts']>().toExtend<Readonly<Record<MuxFactId, object>>>()
})

test('both ways to the capabilities give the published type', () => {
  expectTypeOf<ReturnType<AdapterRegistry['capabilities']>>().toEqualTypeOf<Readonly<AgentCapabilities>>()
  expectTypeOf<ReturnType<AdapterRegistry['get']>['capabilities']>().toEqualTypeOf<
    Readonly<AgentCapabilities>
  >()
})
