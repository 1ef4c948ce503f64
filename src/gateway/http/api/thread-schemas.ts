import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import { fields, flag, listOf, text } from './route.ts'

const time: JsonSchema = { type: 'string', format: 'date-time' }

/** Schemas of threads by their name in the document. */
export const threadSchemas: Readonly<Record<string, JsonSchema>> = {
  Thread: fields(
    {
      id: text,
      agent: text,
      title: text,
      createdAt: time,
      updatedAt: time,
      isArchived: flag,
      status: { enum: ['idle', 'running', 'waiting'] },
      session: text,
      settings: fields({ model: text, effort: text, mode: text }),
      queue: listOf(fields({ id: text, text }, 'id', 'text')),
    },
    'id',
    'agent',
    'title',
    'createdAt',
    'updatedAt',
    'isArchived',
    'status',
    'settings',
    'queue',
  ),
}
