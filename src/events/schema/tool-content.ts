import { z } from 'zod'
import { metaShape } from './base.ts'
import { contentBlockSchema } from './content.ts'
import { openObject, openValue, recordSchema, unknownPartSchema } from './open.ts'

const fileChangeShape = {
  ...metaShape,
  fileType: openValue('text', 'binary', 'directory', 'symlink').optional(),
  mimeType: z.string().optional(),
}

const knownFileChangeSchema = openObject({
  ...fileChangeShape,
  operation: z.enum(['add', 'modify', 'delete', 'move', 'copy']),
  path: z.string(),
  oldPath: z.string().optional(),
  oldText: z.string().optional(),
  newText: z.string().optional(),
})

const unknownFileChangeSchema = openObject({
  ...fileChangeShape,
  operation: z.literal('unknown'),
  originalOperation: z.string(),
  data: recordSchema,
})

const patchSchema = openObject({ ...metaShape, format: openValue('git-patch'), text: z.string() })

const diffSchema = openObject({
  ...metaShape,
  type: z.literal('diff'),
  changes: z.array(z.discriminatedUnion('operation', [knownFileChangeSchema, unknownFileChangeSchema])),
  patch: patchSchema.optional(),
})

export const toolContentSchema = z.discriminatedUnion('type', [
  openObject({ ...metaShape, type: z.literal('content'), content: contentBlockSchema }),
  diffSchema,
  openObject({ ...metaShape, type: z.literal('terminal'), terminalId: z.string() }),
  unknownPartSchema,
])
