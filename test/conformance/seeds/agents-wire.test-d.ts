import { expectTypeOf, test } from 'vitest'
import type { IAgentCapabilities } from '../../../src/capabilities/ecosystems/acp/index.ts'
import type * as seed from './agents-wire.ts'

test('the normalised capabilities are the published ones', () => {
  expectTypeOf<IAgentCapabilities>().toEqualTypeOf<seed.IAgentCapabilities>()
})
