import type { AgentReport } from '../../src/models/agent-report.ts'
import type { ModelPrice, ModelRecord } from '../../src/models/model-record.ts'
import { newestOfFamily } from './derive.ts'
import { claudeCode } from './sources.ts'

/** One of `models` in Claude Code's answer to `initialize`. */
export interface ClaudeModel {
  /** The alias. */
  value: string
  resolvedModel: string
  /** Starts with the model's name and has its price. */
  description: string
  supportedEffortLevels?: string[]
}

/** Fields that a record takes over from the model before it in the same family. */
const takenOver = [
  'contextWindow',
  'maxOutputTokens',
  'supportsImageInput',
  'supportsFileInput',
  'supportsStructuredOutput',
  'released',
]

/** Claude Code passes any id on, so its list is not complete. `default` comes last: it is no name to show. */
export function claudeReport(models: readonly ClaudeModel[]): AgentReport {
  const named = models.toSorted(
    (one, other) => Number(one.value === 'default') - Number(other.value === 'default'),
  )
  return {
    source: claudeCode,
    aliases: Object.fromEntries(named.map(({ value, resolvedModel }) => [value, resolvedModel])),
    ...preset(models),
    order: [...new Set(models.map(({ resolvedModel }) => resolvedModel))],
    models: Object.fromEntries(
      models.map(({ resolvedModel, supportedEffortLevels: efforts }) => [
        resolvedModel,
        efforts === undefined ? {} : { efforts },
      ]),
    ),
  }
}

/** Records of models that only Claude Code names, after the newest model of the same family. */
export function recordsFromClaude(
  models: readonly ClaudeModel[],
  known: readonly ModelRecord[],
): ModelRecord[] {
  return models.flatMap(({ resolvedModel: id, description, supportedEffortLevels: efforts, value }) => {
    if (value === 'default' || known.some((record) => record.id === id)) return []
    const before = newestOfFamily(id, known)
    const price = priceOf(description)
    if (before === undefined || price === undefined) return []
    const name = `Claude ${description.split(' · ')[0]}`
    return [{ ...before, ...(efforts && { efforts }), id, name, price, ...claudeSource, derived: takenOver }]
  })
}

const claudeSource = { source: claudeCode.name, date: claudeCode.date }

function preset(models: readonly ClaudeModel[]): { defaultModel?: string } {
  const model = models.find(({ value }) => value === 'default')?.resolvedModel
  return model === undefined ? {} : { defaultModel: model }
}

/** `$4/$20 per Mtok`, and behind it perhaps `($0.50/$2.50 for prompts over 100k)`. */
function priceOf(description: string): ModelPrice | undefined {
  const base = /\$([\d.]+)\/\$([\d.]+) per Mtok/.exec(description)
  if (base === null) return undefined
  const long = /\(\$([\d.]+)\/\$([\d.]+) for prompts over (\d+)k\)/.exec(description)
  const tiers = long && [{ above: Number(long[3]) * 1000, input: Number(long[1]), output: Number(long[2]) }]
  return { input: Number(base[1]), output: Number(base[2]), ...(tiers && { tiers }) }
}
