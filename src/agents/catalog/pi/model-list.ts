import { defined } from '../../../capabilities/defined.ts'
import type { ReportedModel } from '../../../models/remote/agent-report.ts'
import { protocolOf } from '../../../models/remote/derive.ts'
import { type ModelList, reportedPrices, requireShape } from '../../definition/model-list.ts'
import {
  amount,
  anything,
  count,
  flag,
  isRecord,
  listOf,
  name,
  objectOf,
  optional,
  text,
} from '../../../core/shape.ts'

export interface PiPrices {
  input: number
  output: number
  cacheRead?: number
  cacheWrite?: number
}

/** A model in Pi's own data. */
export interface PiModel {
  id: string
  name: string
  type: string
  api: string
  reasoning: boolean
  input: string[]
  contextWindow: number
  maxTokens: number
  cost: PiPrices & { tiers?: (PiPrices & { inputTokensAbove: number })[] }
  /** From Pi's levels to the provider's values; null if the provider has none. */
  thinkingLevelMap?: Record<string, string | null>
}

type ListedModel = PiModel & { provider: string }

const modelShape = objectOf<ListedModel>(
  {
    provider: name,
    id: name,
    name: text,
    type: text,
    api: text,
    reasoning: flag,
    input: listOf(text),
    contextWindow: count,
    maxTokens: count,
    cost: objectOf<Pick<PiPrices, 'input' | 'output'>>({ input: amount, output: amount }, { open: true }),
    thinkingLevelMap: optional(anything),
  },
  { open: true },
)

/** Reads the output lines, one of which lists the models of providers with a login. */
export function readPiModelList(output: string): ModelList {
  const messages = output.split('\n').filter((line) => line.startsWith('{'))
  const answer = messages
    .map((line): unknown => JSON.parse(line))
    .find((message) => isRecord(message) && message['id'] === 'models')
  const shape = objectOf<{ data: unknown }>(
    { data: objectOf<{ models: unknown }>({ models: listOf(modelShape) }, { open: true }) },
    { open: true },
  )
  requireShape(answer, shape)
  const { models } = (answer as { data: { models: ListedModel[] } }).data
  const chat = models.filter(({ type }) => type === 'chat')
  return {
    models: Object.fromEntries(chat.map((model) => [`${model.provider}/${model.id}`, reported(model)])),
  }
}

function reported(model: PiModel): ReportedModel {
  return defined({
    displayName: model.name,
    supportsThinking: model.reasoning,
    supportsImageInput: model.input.includes('image'),
    efforts: piLevels(model),
    contextWindow: model.contextWindow,
    maxOutputTokens: model.maxTokens,
    protocol: protocolOf(model.api),
    ...reportedPrices(model.cost),
  })
}

/** Only these levels need an entry in the table; the others are supported unless the table excludes them. */
const upperLevels = new Set(['xhigh', 'max'])
const levels = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** The supported levels of a model. Pi silently replaces any other level with the next one. */
export function piLevels({
  reasoning,
  thinkingLevelMap: map = {},
}: Pick<PiModel, 'reasoning' | 'thinkingLevelMap'>): string[] | undefined {
  if (!reasoning) return undefined
  return levels.filter((level) => (upperLevels.has(level) ? map[level] != null : map[level] !== null))
}
