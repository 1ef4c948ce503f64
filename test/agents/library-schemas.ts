import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as valibot from 'valibot'
import { z } from 'zod'

const level = ['low', 'high'] as const

/** One shape, as each library writes it. */
export const librarySchemas = {
  zod: z.object({
    name: z.string().min(1),
    nick: z.string().optional(),
    level: z.enum(level),
    pair: z.tuple([z.string(), z.int()]),
    when: z.iso.datetime().optional(),
  }),
  valibot: toStandardJsonSchema(
    valibot.object({
      name: valibot.pipe(valibot.string(), valibot.minLength(1)),
      nick: valibot.optional(valibot.string()),
      level: valibot.picklist(level),
      pair: valibot.strictTuple([valibot.string(), valibot.pipe(valibot.number(), valibot.integer())]),
      when: valibot.optional(valibot.pipe(valibot.string(), valibot.isoTimestamp())),
    }),
  ),
  arktype: type({
    name: 'string > 0',
    'nick?': 'string',
    level: "'low' | 'high'",
    pair: ['string', 'number.integer'],
    'when?': 'string.date.iso',
  }),
}

export type SchemaLibrary = keyof typeof librarySchemas
