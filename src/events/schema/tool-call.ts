import { z } from 'zod'
import { baseShape, controlsSchema, durationSchema, errorDetailSchema, metaShape } from './base.ts'
import { openObject, openValue, recordSchema } from './open.ts'
import { toolContentSchema } from './tool-content.ts'

const kindSchema = openValue(
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch-mode',
  'other',
)
const statusSchema = openValue('pending', 'in-progress', 'paused', 'completed', 'failed', 'cancelled')

const locationSchema = openObject({
  ...metaShape,
  path: z.string(),
  line: z.int().nonnegative().optional(),
})

const patchShape = {
  toolCallId: z.string(),
  tool: z.string().nullable().optional(),
  title: z.string().nullable().optional(),
  kind: kindSchema.nullable().optional(),
  status: statusSchema.nullable().optional(),
  content: z.array(toolContentSchema).nullable().optional(),
  locations: z.array(locationSchema).nullable().optional(),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  controls: controlsSchema.nullable().optional(),
  meta: recordSchema.nullable().optional(),
}

export const toolCallPatchSchema = openObject(patchShape)

export const toolCallEventSchemas = [
  openObject({
    ...baseShape,
    type: z.literal('tool.called'),
    toolCallId: z.string(),
    tool: z.string().optional(),
    title: z.string().optional(),
    kind: kindSchema.optional(),
    status: statusSchema.optional(),
    content: z.array(toolContentSchema).optional(),
    locations: z.array(locationSchema).optional(),
    input: z.unknown().optional(),
    output: z.unknown().optional(),
    controls: controlsSchema.optional(),
    run: z.string().optional(),
  }),
  openObject({ ...baseShape, type: z.literal('tool.input'), toolCallId: z.string(), text: z.string() }),
  openObject({
    ...baseShape,
    ...patchShape,
    type: z.literal('tool.updated'),
    durationMs: durationSchema.optional(),
    error: errorDetailSchema.optional(),
    run: z.string().optional(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('tool.output'),
    toolCallId: z.string(),
    content: toolContentSchema,
    tool: z.string().optional(),
    run: z.string().optional(),
  }),
] as const
