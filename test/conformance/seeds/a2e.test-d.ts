import { expectTypeOf, test } from 'vitest'
import type * as ours from '../../../src/capabilities/ecosystems/a2e/index.ts'
import type * as seed from './a2e.ts'

test('Capstan uses the published names', () => {
  expectTypeOf<ours.A2ECapability>().toEqualTypeOf<seed.A2ECapability>()
})

test('a capability has the published type, except that names are open', () => {
  type WithPublishedName = Omit<ours.Capability, 'capability'> & { capability: ours.A2ECapability }
  expectTypeOf<seed.Capability>().toExtend<ours.Capability>()
  expectTypeOf<WithPublishedName>().toExtend<seed.Capability>()
  expectTypeOf<keyof ours.Capability>().toEqualTypeOf<keyof seed.Capability>()
  expectTypeOf<string>().toExtend<ours.Capability['capability']>()
})
