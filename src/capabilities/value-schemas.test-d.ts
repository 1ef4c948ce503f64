import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { Published } from '../../test/published-type.ts'
import type { valueSchemas } from './value-schemas.ts'
import type { CapabilityValues } from './values.ts'

type Parsed = { [Id in keyof typeof valueSchemas]: z.infer<(typeof valueSchemas)[Id]> }

test('has a schema equal to the type of each value', () => {
  expectTypeOf<Published<Parsed>>().toEqualTypeOf<Published<CapabilityValues>>()
})
