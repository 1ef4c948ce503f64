import { type CodexModel, codexModelList } from '../../src/agents/catalog/codex/model-list.ts'
import type { AgentReport, ReportedModel } from '../../src/models/remote/agent-report.ts'
import type { ModelRecord } from '../../src/models/model-record.ts'
import { codexProgram } from './sources.ts'

/** The models of Codex, without the fields that a known record has more exactly. */
export function codexReport(models: readonly CodexModel[], known: readonly ModelRecord[]): AgentReport {
  const list = codexModelList(models)
  const isKnown = (slug: string): boolean => known.some(({ id }) => id === slug)
  const reported = Object.entries(list.models).map(([slug, model]): [string, ReportedModel] => [
    slug,
    isKnown(slug) ? withoutBasics(model) : model,
  ])
  return { source: codexProgram, ...list, models: Object.fromEntries(reported) }
}

function withoutBasics(model: ReportedModel): ReportedModel {
  const { displayName: _name, supportsThinking: _thinking, supportsImageInput: _images, ...own } = model
  return own
}
