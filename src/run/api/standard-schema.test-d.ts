import { expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { type OutputCheck, readOutput, validateOutput } from '../output/structured-output.ts'
import type { StandardSchema } from './standard-schema.ts'

const person = z.object({ name: z.string(), age: z.int().optional(), tags: z.array(z.string()).default([]) })

test('a zod schema is a Standard Schema of its output', () => {
  expectTypeOf(person).toExtend<StandardSchema<z.output<typeof person>>>()
  expectTypeOf(z.string().transform((text) => text.length)).toExtend<StandardSchema<number>>()
  expectTypeOf(z.string()).not.toExtend<StandardSchema<number>>()
  expectTypeOf(validateOutput(person, {})).resolves.toEqualTypeOf<OutputCheck<z.output<typeof person>>>()
})

test('a handwritten schema is a Standard Schema', () => {
  const even: StandardSchema<number> = {
    '~standard': {
      version: 1,
      vendor: 'example',
      validate: (value) =>
        Number(value) % 2 === 0 ? { value: Number(value) } : { issues: [{ message: 'must be even' }] },
    },
  }
  expectTypeOf(readOutput(even, '2')).resolves.toEqualTypeOf<OutputCheck<number>>()
})

test('a plain JSON Schema says nothing about types', () => {
  expectTypeOf(validateOutput({ type: 'object' }, {})).resolves.toEqualTypeOf<OutputCheck>()
})
