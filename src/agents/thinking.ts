import type { ModelDetails } from '../models/model-details.ts'
import type { AgentDefinition } from './definition.ts'
import type { ThinkingControl } from './definition-thinking.ts'

/** What a caller asks of an agent's thinking. */
export interface ThinkingRequest {
  effort?: string
  /** Tokens. */
  budget?: number
  /** Native parameters that are laid over what is worked out, and win. */
  override?: Readonly<Record<string, unknown>>
}

/** What counts of a model here. */
export interface ThinkingModel {
  readonly id: string
  /** As the agent is told of it. */
  readonly argument: string
  /** The levels it takes, in its own words; empty when it is known to take none, left out when nobody says. */
  readonly efforts?: readonly string[]
  /** The smallest and the largest budget, when it takes one. */
  readonly budgets?: readonly [number, number]
}

/** What counts of a model of the registry. */
export function thinkingModelOf({
  capabilities,
  efforts,
}: Pick<ModelDetails, 'capabilities' | 'efforts'>): ThinkingModel {
  const { modelId, cliArgValue, thinkingEffortLevels, thinkingBudgetRange } = capabilities
  const levels = efforts ?? thinkingEffortLevels
  return {
    id: modelId,
    argument: cliArgValue,
    ...(levels === undefined ? {} : { efforts: levels }),
    ...(thinkingBudgetRange === undefined ? {} : { budgets: thinkingBudgetRange }),
  }
}

/** A settings file for the agent, in a folder of the run's own. */
export interface SettingsFile {
  /** The variable that tells the agent where the folder is. */
  readonly folderVariable: string
  readonly file: string
  readonly content: Readonly<Record<string, unknown>>
}

/** An option to set once there is a session, by its category. */
export interface PlannedOption {
  readonly category: string
  readonly value: string
  /** It is left as it is where the session has no such option, or not this value of it. */
  readonly ifOffered?: true
}

/** How the request reaches the agent. */
export interface ThinkingTranslation {
  /** The native parameters: `effort` or `budget_tokens`, with the override laid over them. */
  readonly native: Readonly<Record<string, unknown>>
  readonly arguments: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly settings: readonly SettingsFile[]
  readonly sessionOptions: readonly PlannedOption[]
  readonly warnings: readonly string[]
}

/** Tokens of each effort level for models that take a budget and no level; `max` is the model's own largest. */
const budgets: Readonly<Record<string, number>> = { minimal: 1024, low: 1024, medium: 8192, high: 32_768 }

/** What is said when nothing is asked: one for all runs. */
const nothing: ThinkingTranslation = {
  native: {},
  arguments: [],
  environment: {},
  settings: [],
  sessionOptions: [],
  warnings: [],
}

/**
 * Works out native parameters and how they are passed on a transport. Pure; what cannot be passed is a warning.
 * A model that takes levels gets the level; one that takes only budgets gets the level's budget, within its range.
 */
export function translateThinking(
  definition: AgentDefinition,
  model: ThinkingModel | null,
  { transport, ...request }: ThinkingRequest & { transport: ThinkingControl['transport'] },
): ThinkingTranslation {
  const controls = (definition.thinking ?? []).filter((control) => control.transport === transport)
  const warnings: string[] = []
  const native = { ...nativeParameters(model, controls, request, warnings), ...request.override }
  const carried = Object.entries(native).map(([name, value]) => {
    const part = carry(controls, { name, value, model })
    const without = model === null && controls.some(needsModel) ? ' without a model' : ''
    if (part === undefined)
      warnings.push(`${name} cannot be passed to ${definition.id}${without} and is left out`)
    return part
  })
  const unset =
    Object.keys(native).length === 0 ? controls.find(({ whenUnset }) => whenUnset !== undefined) : undefined
  const defaults = unset && asOffered(pass(unset, unset.whenUnset ?? '', model))
  const parts = [...carried, defaults].filter((part) => part !== undefined)
  if (parts.length + warnings.length + Object.keys(native).length === 0) return nothing
  return {
    native,
    arguments: parts.flatMap((part) => part.arguments ?? []),
    environment: Object.assign({}, ...parts.map((part) => part.environment ?? {})) as Record<string, string>,
    settings: parts.flatMap((part) => part.settings ?? []),
    sessionOptions: parts.flatMap((part) => part.sessionOptions ?? []),
    warnings,
  }
}

function nativeParameters(
  model: ThinkingModel | null,
  controls: readonly ThinkingControl[],
  { effort, budget }: ThinkingRequest,
  warnings: string[],
): Record<string, unknown> {
  const budgetControl = controls.find(({ sets }) => sets === 'budget')
  const takesBudget = budgetControl !== undefined && (model === null || model.budgets !== undefined)
  if (budget !== undefined && takesBudget) {
    if (effort !== undefined)
      warnings.push(`The budget of ${budget} tokens is used and the effort ${effort} is not`)
    return { budget_tokens: budget }
  }
  if (effort === undefined) return budget === undefined ? {} : { budget_tokens: budget }
  if (budget !== undefined)
    warnings.push(`The effort ${effort} is used and the budget of ${budget} tokens is not`)
  if (model === null || (model.efforts ?? []).length > 0 || !takesBudget) return { effort }
  return { budget_tokens: budgetOf(effort, model, { most: budgetControl.most ?? Infinity, warnings }) }
}

/** The tokens of a level within what the model takes and the agent lets through. */
function budgetOf(
  effort: string,
  model: ThinkingModel,
  { most: passed, warnings }: { most: number; warnings: string[] },
): number {
  const [least, largest] = model.budgets ?? [0, Infinity]
  const most = Math.min(largest, passed)
  const wanted = effort === 'max' ? most : (budgets[effort] ?? least)
  const given = Math.min(Math.max(wanted, least), most)
  if (given !== wanted)
    warnings.push(`${effort} is ${wanted} tokens, and ${given} is what ${model.id} can be given`)
  return given
}

/** What nobody asked for is set only where the session offers it. */
function asOffered(part: Part | undefined): Part | undefined {
  const sessionOptions = part?.sessionOptions?.map((option) => ({ ...option, ifOffered: true as const }))
  return sessionOptions === undefined ? part : { ...part, sessionOptions }
}

type Part = Partial<Pick<ThinkingTranslation, 'arguments' | 'environment' | 'settings' | 'sessionOptions'>>

/** Finds the way a parameter takes, or undefined when there is none. */
function carry(
  controls: readonly ThinkingControl[],
  { name, value, model }: { name: string; value: unknown; model: ThinkingModel | null },
): Part | undefined {
  const sets = name === 'effort' ? 'effort' : name === 'budget_tokens' ? 'budget' : undefined
  const control = controls.find((candidate) => candidate.sets === sets)
  if (control === undefined || (typeof value !== 'string' && typeof value !== 'number')) return undefined
  if (model === null && needsModel(control)) return undefined
  return pass(control, value, model)
}

/** Whether the way it is passed names the model. */
function needsModel({ by }: ThinkingControl): boolean {
  return by.kind === 'settings' && JSON.stringify(by.content).includes('{model}')
}

function pass({ by, written }: ThinkingControl, value: string | number, model: ThinkingModel | null): Part {
  const content = typeof value === 'string' ? (written?.[value] ?? value) : value
  switch (by.kind) {
    case 'arguments':
      return { arguments: by.arguments.map((word) => word.replaceAll('{value}', String(content))) }
    case 'environment':
      return { environment: { [by.variable]: String(content) } }
    case 'session-option':
      return { sessionOptions: [{ category: by.category, value: String(content) }] }
    case 'settings': {
      const filled = fill(by.content, { value: content, model: model?.argument ?? '' }) as Record<
        string,
        unknown
      >
      return { settings: [{ folderVariable: by.folderVariable, file: by.file, content: filled }] }
    }
  }
}

/** Puts the value and the model into every place that is kept for them. */
function fill(data: unknown, { value, model }: { value: string | number; model: string }): unknown {
  if (data === '{value}') return value
  if (typeof data === 'string') return data.replaceAll('{value}', String(value)).replaceAll('{model}', model)
  if (Array.isArray(data)) return data.map((item) => fill(item, { value, model }))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([key, item]) => [key, fill(item, { value, model })]))
}
