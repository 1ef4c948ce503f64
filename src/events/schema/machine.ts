import { z } from 'zod'
import { baseShape, controlsSchema, durationSchema, errorDetailSchema, metaShape } from './base.ts'
import { openObject } from './open.ts'

const sizeSchema = z.int().nonnegative()

const terminalOutputSchema = openObject({
  ...baseShape,
  type: z.literal('terminal.output'),
  terminalId: z.string().optional(),
  stream: z.enum(['stdout', 'stderr', 'combined']).optional(),
  text: z.string().optional(),
  bytes: z.string().optional(),
}).refine((event) => (event.text === undefined) !== (event.bytes === undefined), {
  error: 'terminal.output has either text or bytes',
})

/** Files, commands and terminals. */
export const machineEventSchemas = [
  openObject({
    ...baseShape,
    type: z.literal('file.changed'),
    path: z.string(),
    operation: z.enum(['create', 'update', 'delete']),
    diff: z.string().optional(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('command.started'),
    command: z.string(),
    cwd: z.string().optional(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('command.completed'),
    command: z.string(),
    exitCode: z.int().optional(),
    durationMs: durationSchema.optional(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('command.failed'),
    command: z.string(),
    error: errorDetailSchema,
    exitCode: z.int().optional(),
  }),
  terminalOutputSchema,
  openObject({
    ...baseShape,
    type: z.literal('terminal.screen'),
    terminalId: z.string().optional(),
    text: z.string(),
    rows: sizeSchema.optional(),
    cols: sizeSchema.optional(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('terminal.updated'),
    terminalId: z.string(),
    command: z.string().nullable().optional(),
    cwd: z.string().nullable().optional(),
    output: openObject({ ...metaShape, bytes: z.string() })
      .nullable()
      .optional(),
    exitStatus: openObject({
      ...metaShape,
      exitCode: z.int().optional(),
      signal: z.string().optional(),
    })
      .nullable()
      .optional(),
    size: openObject({ ...metaShape, cols: sizeSchema, rows: sizeSchema })
      .nullable()
      .optional(),
    controls: controlsSchema.nullable().optional(),
  }),
] as const
