import { z } from 'zod'

const flag = z.boolean().optional()
const text = z.string().optional()
const limit = z.int().min(0).optional()
const record = z.record(z.string(), z.unknown())

/** A tool with its parameters as JSON Schema, which may be anything but null. */
export const toolSchema = z.looseObject({
  name: z.string(),
  description: z.string(),
  parameters: z
    .unknown()
    .refine((value): boolean => value !== null, 'Invalid input: expected anything but null')
    .optional(),
  metadata: record.optional(),
})

const subagentsSchema = z.array(z.looseObject({ name: z.string(), description: text })).optional()

/** Checks an AG-UI declaration as 1.0 does: checks known fields strictly and keeps unknown ones. */
export const agUiCapabilitiesSchema = z.looseObject({
  identity: z
    .looseObject({
      name: text,
      type: text,
      description: text,
      version: text,
      provider: text,
      documentationUrl: text,
      metadata: record.optional(),
    })
    .optional(),
  transport: z
    .looseObject({
      streaming: flag,
      websocket: flag,
      httpBinary: flag,
      pushNotifications: flag,
      resumable: flag,
    })
    .optional(),
  tools: z
    .looseObject({
      supported: flag,
      items: z.array(toolSchema).optional(),
      parallelCalls: flag,
      clientProvided: flag,
    })
    .optional(),
  output: z
    .looseObject({ structuredOutput: flag, supportedMimeTypes: z.array(z.string()).optional() })
    .optional(),
  state: z.looseObject({ snapshots: flag, deltas: flag, memory: flag, persistentState: flag }).optional(),
  multiAgent: z
    .looseObject({
      supported: flag,
      delegation: flag,
      handoffs: flag,
      subagents: subagentsSchema,
      subAgents: subagentsSchema,
    })
    .optional(),
  reasoning: z.looseObject({ supported: flag, streaming: flag, encrypted: flag }).optional(),
  multimodal: z
    .looseObject({
      input: z.looseObject({ image: flag, audio: flag, video: flag, pdf: flag, file: flag }).optional(),
      output: z.looseObject({ image: flag, audio: flag }).optional(),
    })
    .optional(),
  execution: z
    .looseObject({ codeExecution: flag, sandboxed: flag, maxIterations: limit, maxExecutionTime: limit })
    .optional(),
  humanInTheLoop: z
    .looseObject({
      supported: flag,
      approvals: flag,
      interventions: flag,
      feedback: flag,
      interrupts: flag,
      approveWithEdits: flag,
    })
    .optional(),
  custom: record.optional(),
})
