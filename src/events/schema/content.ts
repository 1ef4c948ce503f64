import { z } from 'zod'
import { metaShape } from './base.ts'
import { openObject, openValue, unknownPartSchema } from './open.ts'

export const annotationsSchema = openObject({
  ...metaShape,
  audience: z.array(openValue('user', 'assistant')).optional(),
  lastModified: z.string().optional(),
  priority: z.number().optional(),
})

const contentShape = { ...metaShape, annotations: annotationsSchema.optional() }

const textSchema = openObject({ ...contentShape, type: z.literal('text'), text: z.string() })

const imageSchema = openObject({
  ...contentShape,
  type: z.literal('image'),
  data: z.string(),
  mimeType: z.string(),
  uri: z.string().optional(),
})

const audioSchema = openObject({
  ...contentShape,
  type: z.literal('audio'),
  data: z.string(),
  mimeType: z.string(),
})

const iconSchema = openObject({
  ...metaShape,
  src: z.string(),
  mimeType: z.string().optional(),
  sizes: z.array(z.string()).optional(),
  theme: openValue('light', 'dark').optional(),
})

const resourceLinkSchema = openObject({
  ...contentShape,
  type: z.literal('resource-link'),
  name: z.string(),
  uri: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  icons: z.array(iconSchema).optional(),
  mimeType: z.string().optional(),
  size: z.int().optional(),
})

const resourceShape = { ...metaShape, uri: z.string(), mimeType: z.string().optional() }

const resourceSchema = openObject({
  ...contentShape,
  type: z.literal('resource'),
  resource: z.union([
    openObject({ ...resourceShape, text: z.string() }),
    openObject({ ...resourceShape, blob: z.string() }),
  ]),
})

export const contentBlockSchema = z.discriminatedUnion('type', [
  textSchema,
  imageSchema,
  audioSchema,
  resourceLinkSchema,
  resourceSchema,
  unknownPartSchema,
])
