import { z } from 'zod'
import { toolSchema } from './ecosystems/ag-ui/schema.ts'
import {
  approvalModesSchema,
  authMethodSchema,
  budgetRangeSchema,
  deploymentSchema,
  installMethodSchema,
  modelSourceSchema,
  persistenceSchema,
  platformsSchema,
  pluginFormatSchema,
  pluginRegistrySchema,
  protocolSchema,
  skillsFormatSchema,
} from './ecosystems/mux/schema.ts'
import type { CapabilityValues } from './values.ts'

const text = z.string()
const limit = z.number().min(0)
const price = limit.optional()
const command = text.optional()

/** The schema of each capability's value in the dictionary. */
export const valueSchemas = {
  'identity.name': text,
  'identity.title': text,
  'identity.version': text,
  'identity.description': text,
  'identity.provider': text,
  'identity.type': text,
  'identity.documentation': text,
  'session.persistence': persistenceSchema,
  'output.mime-types': z.array(text),
  'thinking.effort': z.array(text),
  'thinking.budget': budgetRangeSchema,
  'tools.native': z.array(toolSchema),
  'tools.approval': z.looseObject({
    required: z.boolean().optional(),
    modes: approvalModesSchema.optional(),
  }),
  skills: z.looseObject({ format: skillsFormatSchema }),
  'multi-agent.delegation': z.array(z.looseObject({ name: text, description: text.optional() })),
  'execution.parallel': limit,
  'execution.max-iterations': z.int().min(0),
  'execution.max-time': z.int().min(0),
  plugins: z.looseObject({
    formats: z.array(pluginFormatSchema),
    installCommand: command,
    listCommand: command,
    uninstallCommand: command,
    searchCommand: command,
    marketplaceUrl: command,
    registries: z.array(pluginRegistrySchema),
  }),
  'process.platforms': platformsSchema,
  auth: z.looseObject({ methods: z.array(authMethodSchema), files: z.array(text) }),
  install: z.array(installMethodSchema),
  'model.agent': text,
  'model.id': text,
  'model.alias': text,
  'model.name': text,
  'model.deprecated': z.looseObject({ since: text.optional(), successor: text.optional() }),
  'model.context-window': limit,
  'model.max-output': limit,
  'model.max-thinking': limit,
  'model.price': z.looseObject({ input: price, output: price, thinking: price, cachedInput: price }),
  'model.provider': z.looseObject({ name: text.optional(), modelId: text.optional() }),
  'model.protocol': protocolSchema,
  'model.deployment': deploymentSchema,
  'model.selection': z.looseObject({ key: text, value: text }),
  'model.data': z.looseObject({ lastUpdated: text, source: modelSourceSchema }),
} satisfies Record<keyof CapabilityValues, z.ZodType>
