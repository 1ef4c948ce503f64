import { defined } from '../../../capabilities/defined.ts'
import type { ReportedModel } from '../../../models/remote/agent-report.ts'
import type { ModelPrice } from '../../../models/model-record.ts'
import { type ModelList, requireShape } from '../../definition/model-list.ts'
import { isRecord, listOf, name, objectOf, optional, text } from '../../../core/shape.ts'

/** One entry of `models` in Claude Code's `initialize` response. */
export interface ClaudeModel {
  /** The alias. */
  value: string
  resolvedModel: string
  /** Starts with the model's name and has its price. */
  description: string
  supportedEffortLevels?: string[]
}

const modelShape = objectOf<ClaudeModel>(
  { value: name, resolvedModel: name, description: text, supportedEffortLevels: optional(listOf(text)) },
  { open: true },
)

/** Reads the output lines, one of which is the response. */
export function readClaudeModelList(output: string): ModelList {
  const messages = output.split('\n').filter((line) => line.startsWith('{'))
  const answer = messages
    .map((line): unknown => JSON.parse(line))
    .find((message) => isRecord(message) && message['type'] === 'control_response')
  const shape = objectOf<{ response: unknown }>(
    {
      response: objectOf<{ response: unknown }>(
        { response: objectOf<{ models: unknown }>({ models: listOf(modelShape) }, { open: true }) },
        { open: true },
      ),
    },
    { open: true },
  )
  requireShape(answer, shape)
  return claudeModelList(
    (answer as { response: { response: { models: ClaudeModel[] } } }).response.response.models,
  )
}

/** Claude Code accepts any id, so its list is not complete. `default` comes last because it is no display name. */
export function claudeModelList(models: readonly ClaudeModel[]): ModelList {
  const preset = models.filter(isDefault)
  const named = models.filter((model) => !isDefault(model))
  return {
    aliases: Object.fromEntries([...named, ...preset].map((model) => [model.value, model.resolvedModel])),
    ...(preset[0] === undefined ? {} : { defaultModel: preset[0].resolvedModel }),
    order: [...new Set(models.map(({ resolvedModel }) => resolvedModel))],
    // A model's own entry has more details than the default entry.
    models: Object.fromEntries([...preset, ...named].map((model) => [model.resolvedModel, reported(model)])),
  }
}

function isDefault({ value }: ClaudeModel): boolean {
  return value === 'default'
}

function reported(model: ClaudeModel): ReportedModel {
  const price = claudePrice(model)
  return defined({
    displayName: isDefault(model) ? undefined : claudeName(model),
    efforts: model.supportedEffortLevels,
    inputPricePerMillion: price?.input,
    outputPricePerMillion: price?.output,
  })
}

/** `Opus 5.5 · Best for everyday, complex tasks · $4/$20 per Mtok` names Claude Opus 5.5. */
export function claudeName({ description }: ClaudeModel): string {
  return `Claude ${description.split(' · ')[0]}`
}

/** `$4/$20 per Mtok`, and behind it perhaps `($0.50/$2.50 for prompts over 100k)`. */
export function claudePrice({ description }: ClaudeModel): ModelPrice | undefined {
  const base = /\$([\d.]+)\/\$([\d.]+) per Mtok/.exec(description)
  if (base === null) return undefined
  const long = /\(\$([\d.]+)\/\$([\d.]+) for prompts over (\d+)k\)/.exec(description)
  const tiers = long && [{ above: Number(long[3]) * 1000, input: Number(long[1]), output: Number(long[2]) }]
  return { input: Number(base[1]), output: Number(base[2]), ...(tiers && { tiers }) }
}
