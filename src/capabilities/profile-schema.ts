import { z } from 'zod'
import { evidenceSources } from './evidence.ts'
import { valueSchemas } from './value-schemas.ts'

const support = z.enum(['supported', 'unsupported', 'unknown'])

const transport = z.enum(['acp', 'cli']).optional()

const protocolVersion = z.union([z.literal(1), z.literal(2)]).optional()

const evidenceSchema = z.looseObject({
  source: z.enum(evidenceSources),
  support,
  value: z.unknown().optional(),
  at: z.string().optional(),
  agentVersion: z.string().optional(),
  model: z.string().optional(),
  scope: z
    .looseObject({
      transport,
      protocolVersion,
      agentVersions: z
        .looseObject({
          from: z.string().optional(),
          before: z.string().optional(),
          only: z.string().optional(),
        })
        .optional(),
    })
    .optional(),
  party: z.enum(['agent', 'model', 'surface']).optional(),
  origin: z.string().optional(),
  detail: z.string().optional(),
})

const factSchema = z.looseObject({
  support,
  value: z.unknown().optional(),
  evidence: z.array(evidenceSchema).default([]),
})

/**
 * Checks a profile as JSON: its shape, and the values of the capabilities in the dictionary.
 * A fact may come without evidence; ids outside the dictionary may hold any value.
 */
export const capabilityProfileSchema = z.looseObject({
  subject: z.looseObject({
    kind: z.enum(['agent', 'model', 'session', 'host']),
    id: z.string(),
    version: z.string().optional(),
    model: z.string().optional(),
    transport,
    protocolVersion,
    surface: z.string().optional(),
  }),
  facts: z.record(z.string(), factSchema).superRefine((facts, context) => {
    for (const [id, fact] of Object.entries(facts)) {
      if (!Object.hasOwn(valueSchemas, id)) continue
      const schema: z.ZodType = valueSchemas[id as keyof typeof valueSchemas]
      for (const [index, { value }] of [fact, ...fact.evidence].entries()) {
        const path = index === 0 ? [id, 'value'] : [id, 'evidence', index - 1, 'value']
        const result = schema.optional().safeParse(value)
        for (const issue of result.error?.issues ?? []) {
          context.addIssue({ code: 'custom', message: issue.message, path: [...path, ...issue.path] })
        }
      }
    }
  }),
})
