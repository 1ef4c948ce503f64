import { expectTypeOf, test } from 'vitest'
import type { CapabilityValues } from './values.ts'

test('has typed values for these ids', () => {
  type Ids =
    | `identity.${'name' | 'title' | 'version' | 'description' | 'provider' | 'type' | 'documentation'}`
    | 'session.persistence'
    | 'output.mime-types'
    | `thinking.${'effort' | 'budget'}`
    | `tools.${'native' | 'approval'}`
    | 'skills'
    | 'multi-agent.delegation'
    | `execution.${'parallel' | 'max-iterations' | 'max-time'}`
    | 'plugins'
    | 'process.platforms'
    | 'auth'
    | 'install'
    | `model.${'agent' | 'id' | 'alias' | 'name' | 'deprecated' | 'context-window' | 'max-output'}`
    | `model.${'max-thinking' | 'price' | 'provider' | 'protocol' | 'deployment' | 'selection' | 'data'}`
  expectTypeOf<keyof CapabilityValues>().toEqualTypeOf<Ids>()
})
