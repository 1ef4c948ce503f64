import type { JsonSchema } from '../core/json-schema/json-schema.ts'
import type { ModelCallOptions } from './call-options.ts'
import { ModelTurn } from './model-turn.ts'
import { promptOf } from './prompt.ts'
import type { ModelWarning } from './parts/stream-part.ts'
import { StreamParts } from './parts/stream-parts.ts'
import type { TurnSource } from './turn-source.ts'

export interface StartTurnOptions<FileData> {
  call: ModelCallOptions
  fileData: (base64: string) => FileData
  signal: AbortSignal
  /** Collects warnings about omitted parts and the warnings of the run. */
  warnings: ModelWarning[]
}

/** Sends an agent the prompt of a call. @throws for an invalid call, before the agent starts where possible */
export async function startTurn<FileData>(
  source: TurnSource,
  { call, fileData, signal, warnings }: StartTurnOptions<FileData>,
): Promise<ModelTurn<FileData>> {
  const isJson = call.responseFormat?.type === 'json'
  const effortWarnings: ModelWarning[] = []
  const effort = effortOf(call.reasoning, source, effortWarnings)
  const prompt = await promptOf(source.newMessages(call.prompt), {
    agent: source.agent,
    takesSystem: source.takesSystem,
    strict: source.strict,
    profile: () => source.profile(signal),
    refusalOf: (attachment) => source.refusalOfPart(attachment, effort),
  })
  warnings.push(...prompt.warnings, ...effortWarnings)
  const runWarnings: string[] = []
  const run = await source.start({
    prompt: prompt.text,
    attachments: prompt.attachments,
    ...(prompt.system === undefined ? {} : { system: prompt.system }),
    ...(effort === undefined ? {} : { effort }),
    ...(isJson ? { schema: schemaOf(call) } : {}),
    onWarning: (message) => {
      runWarnings.push(message)
      warnings.push({ type: 'other', message })
    },
  })
  const parts = new StreamParts({
    fileData,
    includeRaw: call.includeRawChunks === true,
    holdText: isJson,
  })
  return new ModelTurn({ run, parts, isJson, warnings: runWarnings })
}

/** A call may request JSON without a schema. */
function schemaOf({ responseFormat }: ModelCallOptions): JsonSchema {
  const schema = responseFormat?.type === 'json' ? responseFormat.schema : undefined
  return { ...schema }
}

/** A refused effort is ignored with a warning, or thrown if strict. */
function effortOf(
  reasoning: string | undefined,
  source: TurnSource,
  warnings: ModelWarning[],
): string | undefined {
  if (reasoning === undefined || reasoning === 'provider-default') return undefined
  const refusal = source.refusalOf(reasoning)
  if (refusal === undefined) return reasoning
  if (source.strict) throw refusal
  const { message, hint } = refusal
  const details = hint === undefined ? `${message}.` : `${message}. ${hint}`
  warnings.push({ type: 'unsupported', feature: 'reasoning', details })
  return undefined
}
