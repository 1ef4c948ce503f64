import {
  type ClaudeModel,
  claudeModelList,
  claudeName,
  claudePrice,
} from '../../src/agents/catalog/claude/model-list.ts'
import type { AgentReport } from '../../src/models/remote/agent-report.ts'
import type { ModelRecord } from '../../src/models/model-record.ts'
import { newestOfFamily } from './derive.ts'
import { claudeCode } from './sources.ts'

/** Fields that a record copies from the previous model of its family. */
const takenOver = [
  'contextWindow',
  'maxOutputTokens',
  'supportsImageInput',
  'supportsFileInput',
  'supportsStructuredOutput',
  'released',
]

/** The models of Claude Code, without names and prices: a refresh has newer ones. */
export function claudeReport(models: readonly ClaudeModel[]): AgentReport {
  const list = claudeModelList(models)
  const reported = Object.entries(list.models).map(([id, { efforts }]) => [
    id,
    efforts === undefined ? {} : { efforts },
  ])
  return { source: claudeCode, ...list, models: Object.fromEntries(reported) as AgentReport['models'] }
}

/** Records of models that only Claude Code lists, based on the newest model of the same family. */
export function recordsFromClaude(
  models: readonly ClaudeModel[],
  known: readonly ModelRecord[],
): ModelRecord[] {
  return models.flatMap((model) => {
    const { resolvedModel: id, supportedEffortLevels: efforts, value } = model
    if (value === 'default' || known.some((record) => record.id === id)) return []
    const before = newestOfFamily(id, known)
    const price = claudePrice(model)
    if (before === undefined || price === undefined) return []
    const own = { id, name: claudeName(model), price, source: claudeCode.name, date: claudeCode.date }
    return [{ ...before, ...(efforts && { efforts }), ...own, derived: takenOver }]
  })
}
