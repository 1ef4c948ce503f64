import { expectTypeOf, test } from 'vitest'
import type { IAgentCapabilities } from '../../../src/capabilities/ecosystems/acp/index.ts'
import type * as seed from './agents-wire.ts'

test('the normalized capabilities have the published type', () => {
  expectTypeOf<IAgentCapabilities>().toEqualTypeOf<seed.IAgentCapabilities>()
})
