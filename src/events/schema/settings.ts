import { z } from 'zod'
import { baseShape, metaShape } from './base.ts'
import { openObject, openValue, recordSchema, unknownPartSchema } from './open.ts'

const valueSchema = openObject({
  ...metaShape,
  value: z.string(),
  name: z.string(),
  description: z.string().optional(),
})

const groupSchema = openObject({
  ...metaShape,
  id: z.string(),
  name: z.string(),
  options: z.array(valueSchema),
})

const optionShape = {
  ...metaShape,
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  category: openValue('mode', 'model', 'model-config', 'thought-level').optional(),
}

const optionSchema = z.discriminatedUnion('type', [
  openObject({
    ...optionShape,
    type: z.literal('select'),
    currentValue: z.string(),
    options: z.union([z.array(valueSchema), z.array(groupSchema)]),
  }),
  openObject({ ...optionShape, type: z.literal('boolean'), currentValue: z.boolean() }),
  openObject({ ...optionShape, type: z.literal('unknown'), originalType: z.string(), data: recordSchema }),
])

const commandShape = { name: z.string(), description: z.string() }

const inputSchema = z.discriminatedUnion('type', [
  openObject({ ...metaShape, type: z.literal('text'), hint: z.string() }),
  unknownPartSchema,
])

const commandSchema = z.discriminatedUnion('type', [
  openObject({ ...commandShape, ...metaShape, type: z.literal('command'), input: inputSchema.optional() }),
  openObject({ ...commandShape, type: z.literal('unknown'), originalType: z.string(), data: recordSchema }),
])

export const settingsEventSchemas = [
  openObject({ ...baseShape, type: z.literal('mode.changed'), modeId: z.string() }),
  openObject({ ...baseShape, type: z.literal('config.changed'), options: z.array(optionSchema) }),
  openObject({ ...baseShape, type: z.literal('commands.changed'), commands: z.array(commandSchema) }),
] as const
