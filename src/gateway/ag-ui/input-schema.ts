import { z } from 'zod'
import { parse } from '../../capabilities/parse.ts'
import type { RunInput } from './input.ts'

/** Clients in other languages send `null` for missing fields. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => value ?? undefined, schema.optional())
}

function listOf<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => value ?? [], z.array(schema))
}

const name = z.string().min(1).max(512)

const message = z.looseObject({
  id: z.string(),
  role: z.string(),
  content: z.unknown().optional(),
  toolCallId: optional(z.string()),
})

const tool = z.looseObject({
  name: z.string().min(1).max(128),
  description: z.preprocess((value) => value ?? '', z.string()),
  parameters: z.unknown().optional(),
})

const resumeEntry = z.looseObject({
  interruptId: z.string(),
  status: z.enum(['resolved', 'cancelled']),
  payload: z.unknown().optional(),
})

const runInput = z.looseObject({
  threadId: name,
  runId: name,
  protocolVersion: optional(z.string()),
  parentRunId: optional(z.string()),
  state: z.unknown().optional(),
  messages: z.array(message),
  tools: listOf(tool),
  context: listOf(z.looseObject({ description: z.string(), value: z.string() })),
  forwardedProps: z.unknown().optional(),
  resume: optional(z.array(resumeEntry)),
})

/** Validates a run input. @throws ValidationError with every issue. */
export function readRunInput(body: unknown): RunInput {
  return parse(runInput, body, 'the run input')
}
