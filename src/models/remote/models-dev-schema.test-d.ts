import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { ModelsDevModel } from './models-dev.ts'
import type { modelsDevModelSchema } from './models-dev-schema.ts'

test('accepts only models', () => {
  expectTypeOf<z.infer<typeof modelsDevModelSchema>>().toExtend<ModelsDevModel>()
  expectTypeOf<ModelsDevModel>().toExtend<z.infer<typeof modelsDevModelSchema>>()
})
