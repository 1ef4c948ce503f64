import { z } from 'zod'

// Tolerant: unused fields may have any value, and an optional field with another shape counts as missing.
const text = z.string().optional().catch(undefined)
const flag = z.boolean().optional().catch(undefined)
const count = z.number().min(0)
const price = z.number().min(0)
const prices = { input: price, output: price, cache_read: price.optional(), cache_write: price.optional() }

const costSchema = z
  .object({
    ...prices,
    reasoning: price.optional(),
    tiers: z.array(z.object({ ...prices, tier: z.object({ type: z.string(), size: count }) })).optional(),
    context_over_200k: z.object(prices).optional(),
  })
  .optional()
  .catch(undefined)

const reasoningOptionSchema = z.object({
  type: z.string(),
  values: z.array(z.string().nullable()).optional(),
  min: count.optional(),
  max: count.optional(),
})

/** Checks one model of models.dev. */
export const modelsDevModelSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  limit: z.object({ context: count, output: count }),
  modalities: z.object({ input: z.array(z.string()), output: z.array(z.string()) }),
  tool_call: flag,
  reasoning: flag,
  reasoning_options: z.array(reasoningOptionSchema).optional().catch(undefined),
  structured_output: flag,
  release_date: text,
  status: text,
  cost: costSchema,
  provider: z.object({ npm: text }).optional().catch(undefined),
  experimental: z
    .object({ modes: z.record(z.string(), z.object({ cost: costSchema })).optional() })
    .optional()
    .catch(undefined),
})

/** Checks one provider of models.dev, without its models. */
export const modelsDevProviderSchema = z.object({ npm: text, models: z.record(z.string(), z.unknown()) })

/** Checks the models.dev document, without its providers. */
export const modelsDevSchema = z.record(z.string(), z.unknown())
