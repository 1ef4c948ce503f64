import { defined } from '../../src/capabilities/defined.ts'
import type { AgentReport, ReportedModel } from '../../src/models/agent-report.ts'
import { sortEfforts } from '../../src/models/derive.ts'
import type { ModelRecord } from '../../src/models/model-record.ts'
import { codexProgram } from './sources.ts'

/** One model of `codex debug models`. */
export interface CodexModel {
  slug: string
  display_name: string
  default_reasoning_level?: string
  supported_reasoning_levels: { effort: string }[]
  visibility: string
  /** The lowest is the default. */
  priority: number
  context_window: number
  max_context_window?: number
  upgrade: { model: string } | null
  input_modalities: string[]
}

/** Codex offers nothing but its catalogue. */
export function codexReport(models: readonly CodexModel[], known: readonly ModelRecord[]): AgentReport {
  const ordered = models.toSorted((one, other) => one.priority - other.priority)
  const listed = ordered.filter(({ visibility }) => visibility === 'list').map(({ slug }) => slug)
  return {
    source: codexProgram,
    complete: true,
    ...(listed[0] === undefined ? {} : { defaultModel: listed[0] }),
    order: listed,
    models: Object.fromEntries(
      ordered.map((model) => [
        model.slug,
        reportOf(
          model,
          known.some(({ id }) => id === model.slug),
        ),
      ]),
    ),
  }
}

function reportOf(model: CodexModel, isKnown: boolean): ReportedModel {
  const { context_window: contextWindow, max_context_window: maxContextWindow } = model
  const efforts = sortEfforts(model.supported_reasoning_levels.map(({ effort }) => effort))
  return defined({
    displayName: isKnown ? undefined : model.display_name,
    supportsThinking: isKnown ? undefined : efforts.length > 0,
    supportsImageInput: isKnown ? undefined : model.input_modalities.includes('image'),
    efforts,
    defaultEffort: model.default_reasoning_level,
    contextWindow,
    maxContextWindow: maxContextWindow === contextWindow ? undefined : maxContextWindow,
    successorModelId: model.upgrade?.model,
    hidden: model.visibility === 'list' ? undefined : true,
  })
}
