import { defined } from '../../../capabilities/defined.ts'
import type { ReportedModel } from '../../../models/remote/agent-report.ts'
import { sortEfforts } from '../../../models/remote/derive.ts'
import { type ModelList, requireShape } from '../../definition/model-list.ts'
import { amount, anything, count, listOf, name, objectOf, optional, text } from '../../../core/shape.ts'

/** One model of `codex debug models`. */
export interface CodexModel {
  slug: string
  display_name: string
  default_reasoning_level?: string | null
  supported_reasoning_levels: { effort: string }[]
  visibility: string
  /** The model with the lowest number is the default. */
  priority: number
  context_window: number
  max_context_window?: number | null
  upgrade?: { model: string } | null
  input_modalities: string[]
}

const modelShape = objectOf<CodexModel>(
  {
    slug: name,
    display_name: text,
    default_reasoning_level: optional(anything),
    supported_reasoning_levels: listOf(objectOf<{ effort: string }>({ effort: name }, { open: true })),
    visibility: text,
    priority: amount,
    context_window: count,
    max_context_window: optional(anything),
    upgrade: optional(anything),
    input_modalities: listOf(text),
  },
  { open: true },
)

/** Reads the JSON document in the output. */
export function readCodexModelList(output: string): ModelList {
  const shape = objectOf<{ models: unknown }>({ models: listOf(modelShape) }, { open: true })
  const answer: unknown = JSON.parse(output)
  requireShape(answer, shape)
  return codexModelList((answer as { models: CodexModel[] }).models)
}

/** Codex offers only the models of its catalog. */
export function codexModelList(models: readonly CodexModel[]): ModelList {
  const ordered = models.toSorted((one, other) => one.priority - other.priority)
  const listed = ordered.filter(isListed).map(({ slug }) => slug)
  return {
    complete: true,
    ...(listed[0] === undefined ? {} : { defaultModel: listed[0] }),
    order: listed,
    models: Object.fromEntries(ordered.map((model) => [model.slug, reported(model)])),
  }
}

function isListed({ visibility }: CodexModel): boolean {
  return visibility === 'list'
}

function reported(model: CodexModel): ReportedModel {
  const { context_window: contextWindow, max_context_window: maxContextWindow } = model
  const efforts = sortEfforts(model.supported_reasoning_levels.map(({ effort }) => effort))
  return defined({
    displayName: model.display_name,
    supportsThinking: efforts.length > 0,
    supportsImageInput: model.input_modalities.includes('image'),
    efforts,
    defaultEffort: model.default_reasoning_level ?? undefined,
    contextWindow,
    maxContextWindow: maxContextWindow === contextWindow ? undefined : (maxContextWindow ?? undefined),
    successorModelId: model.upgrade?.model,
    hidden: isListed(model) ? undefined : true,
  })
}
