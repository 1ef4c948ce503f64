import { z } from 'zod'
import { baseShape } from './base.ts'
import { annotationsSchema, contentBlockSchema } from './content.ts'
import { openObject, recordSchema } from './open.ts'

const roleSchema = z.enum(['agent', 'user', 'system', 'tool'])

const textShape = {
  ...baseShape,
  text: z.string(),
  messageId: z.string().optional(),
  annotations: annotationsSchema.optional(),
  contentMeta: recordSchema.optional(),
}

export const messageEventSchemas = [
  openObject({
    ...textShape,
    type: z.literal('text.delta'),
    role: roleSchema.optional(),
    chunkId: z.string().optional(),
  }),
  openObject({ ...textShape, type: z.literal('thinking.delta') }),
  openObject({
    ...baseShape,
    type: z.literal('content.delta'),
    content: contentBlockSchema,
    messageId: z.string().optional(),
    role: roleSchema.optional(),
    thinking: z.boolean().optional(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('message.updated'),
    messageId: z.string(),
    role: roleSchema.optional(),
    thinking: z.boolean().optional(),
    content: z.array(contentBlockSchema).nullable().optional(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('message.retracted'),
    messageId: z.string().optional(),
    text: z.string(),
    thinking: z.string().optional(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('message.received'),
    messageId: z.string(),
    deliveryId: z.string().optional(),
  }),
  openObject({ ...baseShape, type: z.literal('message.sent'), messageId: z.string() }),
  openObject({
    ...baseShape,
    type: z.literal('session-message.updated'),
    messageId: z.string(),
    senderSessionId: z.string().nullable().optional(),
    recipientSessionId: z.string().nullable().optional(),
    senderMessageId: z.string().nullable().optional(),
    recipientMessageId: z.string().nullable().optional(),
    content: z.array(contentBlockSchema).nullable().optional(),
  }),
  openObject({
    ...baseShape,
    type: z.literal('session-message.delta'),
    messageId: z.string(),
    content: contentBlockSchema,
  }),
] as const
