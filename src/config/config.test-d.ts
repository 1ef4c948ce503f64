import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { Config } from './config.ts'
import type { configSchema } from './config-schema.ts'

test('the schema infers the type', () => {
  expectTypeOf<z.infer<typeof configSchema>>().toEqualTypeOf<Config>()
})
