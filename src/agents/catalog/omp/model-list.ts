import { defined } from '../../../capabilities/defined.ts'
import type { ReportedModel } from '../../../models/remote/agent-report.ts'
import { type ModelList, reportedPrices, requireShape } from '../../definition/model-list.ts'
import { amount, anything, count, flag, listOf, name, objectOf, optional, text } from '../../../core/shape.ts'

/** One model of `omp models --json`. */
interface OmpModel {
  /** The value for `--model`. */
  selector: string
  name: string
  contextWindow: number
  maxTokens: number
  reasoning: boolean
  /** The levels of the model; null for a model without thinking. */
  thinking?: string[] | null
  input: string[]
  cost: { input: number; output: number; cacheRead?: number }
}

const modelShape = objectOf<OmpModel>(
  {
    selector: name,
    name: text,
    contextWindow: count,
    maxTokens: count,
    reasoning: flag,
    thinking: optional(anything),
    input: listOf(text),
    cost: objectOf<OmpModel['cost']>(
      { input: amount, output: amount, cacheRead: optional(amount) },
      { open: true },
    ),
  },
  { open: true },
)

/** Reads the JSON document in the output, which lists the models of providers with a login. */
export function readOmpModelList(output: string): ModelList {
  const shape = objectOf<{ models: unknown }>({ models: listOf(modelShape) }, { open: true })
  const answer: unknown = JSON.parse(output)
  requireShape(answer, shape)
  const { models } = answer as { models: OmpModel[] }
  return { models: Object.fromEntries(models.map((model) => [model.selector, reported(model)])) }
}

function reported(model: OmpModel): ReportedModel {
  return defined({
    displayName: model.name,
    supportsThinking: model.reasoning,
    supportsImageInput: model.input.includes('image'),
    efforts: Array.isArray(model.thinking) ? model.thinking : undefined,
    contextWindow: model.contextWindow,
    maxOutputTokens: model.maxTokens,
    ...reportedPrices(model.cost),
  })
}
