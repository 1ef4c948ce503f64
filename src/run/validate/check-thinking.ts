import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { cannotSwitchOff, type ThinkingRequest, thinkingTransports } from '../../agents/thinking/thinking.ts'
import { levelRefusal } from '../../agents/thinking/thinking-carry.ts'
import { thinkingControlsOf } from '../../agents/thinking/thinking-controls.ts'
import { levelsOf, levelsText } from '../../agents/thinking/thinking-levels.ts'
import type { ThinkingModel } from '../../agents/thinking/thinking-model.ts'
import type { LeftOutThinking, ThinkingTranslation } from '../../agents/thinking/thinking-translation.ts'
import { CapabilityError } from '../../capabilities/capability-error.ts'
import { type CapabilityProfile, factOf, supportOf, valueOf } from '../../capabilities/profile.ts'
import type { RunOptions } from '../api/options.ts'

/** The agent whose thinking is set, and its model if known. */
export interface ThinkingSubject {
  readonly definition: AgentDefinition
  /** The profile of the agent on the chosen transport, with the model if known. */
  readonly profile: CapabilityProfile
  readonly model: ThinkingModel | null
}

interface LazyProfile {
  readonly profileOf: () => CapabilityProfile
}

/** The thinking options of a run. */
export function thinkingRequestOf(options: RunOptions): ThinkingRequest {
  return {
    effort: options.thinkingEffort,
    budget: options.thinkingBudgetTokens,
    override: options.thinkingOverride,
  }
}

/**
 * Refuses thinking options that the model does not support, or the agent if no model is known.
 * The model's data override the agent's. @throws CapabilityError
 */
export function checkThinking(
  options: RunOptions,
  { profileOf, ...rest }: Omit<ThinkingSubject, 'profile'> & LazyProfile,
): void {
  const { thinkingEffort: effort, thinkingBudgetTokens: budget } = options
  if (effort === undefined && budget === undefined) return
  const subject: ThinkingSubject = { ...rest, profile: profileOf() }
  if (supportOf(subject.profile, 'thinking.supported') === 'unsupported') throw noThinking(subject)
  if (effort !== undefined) checkEffort(effort, subject)
  if (budget === 0) checkOff(subject)
  // With an effort set too, an unsupported budget is dropped with a warning of the translation.
  else if (budget !== undefined) checkBudget(budget, { ...subject, hasEffort: effort !== undefined })
}

/** Warnings for thinking options without effect. @throws CapabilityError under `strict`. */
export function thinkingWarnings(
  { strict = false }: RunOptions,
  {
    definition,
    profileOf,
    thinking,
  }: Pick<ThinkingSubject, 'definition'> & LazyProfile & { thinking: ThinkingTranslation },
): string[] {
  const [first] = thinking.leftOut
  if (strict && first !== undefined) throw leftOutError(first, { definition, profile: profileOf() })
  return [...thinking.leftOut.map(({ message }) => message), ...thinking.warnings]
}

const optionOf = {
  effort: 'thinkingEffort',
  budget: 'thinkingBudgetTokens',
  override: 'thinkingOverride',
} as const

function leftOutError(
  { what, message, hint, requested, supported, transport }: LeftOutThinking,
  { definition, profile }: Omit<ThinkingSubject, 'model'>,
): CapabilityError {
  const id = what === 'budget' ? 'thinking.budget' : 'thinking.effort'
  const { evidence } = factOf(profile, id)
  return new CapabilityError(optionOf[what], {
    agent: definition.id,
    id,
    requested,
    supported,
    evidence,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(transport === undefined ? {} : { commandHint: `Use --transport ${transport}.` }),
  })
}

function noThinking({ definition: { id: agent }, model, profile }: ThinkingSubject): CapabilityError {
  return new CapabilityError('thinking', {
    agent,
    id: 'thinking.supported',
    evidence: factOf(profile, 'thinking.supported').evidence,
    message:
      model === null
        ? `Agent '${agent}' does not support thinking/reasoning mode`
        : `Model '${model.id}' on agent '${agent}' does not support thinking`,
    hint: 'Leave the thinking options out, or choose another model.',
  })
}

function checkEffort(level: string, { definition, model, profile }: ThinkingSubject): void {
  const levels = takenLevels({ definition, model, profile })
  if (levels === undefined || levels.includes(level)) return
  const agent = definition.id
  const { hint } = levelRefusal({ definition, model, transport: 'cli' }, { level, levels })
  throw new CapabilityError('thinkingEffort', {
    agent,
    id: 'thinking.effort',
    requested: level,
    supported: levels,
    evidence: factOf(profile, 'thinking.effort').evidence,
    message: `${model === null ? `Agent '${agent}'` : `Model '${model.id}'`} does not support thinking effort level '${level}'`,
    hint,
  })
}

/** The levels of the definition; without a model also the levels that the agent reported. */
function takenLevels({ definition, model, profile }: ThinkingSubject): readonly string[] | undefined {
  const levels = levelsOf(definition, model)
  const reported = model === null ? valueOf(profile, 'thinking.effort') : undefined
  if (levels === undefined || reported === undefined) return levels
  return [...new Set([...levels, ...reported])]
}

function checkOff({ definition, model, profile }: ThinkingSubject): void {
  if (thinkingTransports(definition, model, { budget: 0 }).length > 0) return
  throw new CapabilityError('thinkingBudgetTokens', {
    agent: definition.id,
    id: 'thinking.budget',
    requested: 0,
    evidence: factOf(profile, 'thinking.budget').evidence,
    message: cannotSwitchOff(definition, model),
    hint: model === null ? 'Name a model.' : lowestHint(definition, model),
  })
}

function checkBudget(
  budget: number,
  { definition, model, profile, hasEffort }: ThinkingSubject & { hasEffort: boolean },
): void {
  const agent = definition.id
  const about = {
    agent,
    id: 'thinking.budget',
    requested: budget,
    evidence: factOf(profile, 'thinking.budget').evidence,
  }
  if (takesNoBudget({ definition, model, profile })) {
    if (hasEffort) return
    throw new CapabilityError('thinkingBudgetTokens', {
      ...about,
      message: `Agent '${agent}' does not support numeric thinking budget`,
      hint: budgetHint(definition, model),
    })
  }
  const [least, most] = model?.budgets ?? [0, Infinity]
  if (budget >= least && budget <= most) return
  throw new CapabilityError('thinkingBudgetTokens', {
    ...about,
    supported: [least, most],
    message: `Thinking budget ${budget} is outside valid range [${least}, ${most}] for model '${model?.id}'`,
    hint: `${model?.id} accepts ${least} to ${most} tokens on ${agent}.`,
  })
}

function takesNoBudget({ definition, model, profile }: ThinkingSubject): boolean {
  if (model !== null) return model.budgets === undefined
  return supportOf(profile, 'thinking.budget') === 'unsupported' || budgetModels(definition).length > 0
}

/** The models that support a budget, if not all do. */
function budgetModels(definition: AgentDefinition): string[] {
  const models = thinkingControlsOf(definition)
    .filter(({ sets }) => sets === 'budget')
    .flatMap((control) => control.models ?? [])
  return [...new Set(models)].map((pattern) => pattern.replaceAll('*', ''))
}

function budgetHint(definition: AgentDefinition, model: ThinkingModel | null): string {
  const models = budgetModels(definition)
  const whom = model === null ? definition.id : model.id
  const levels = levelsOf(definition, model)
  const effort =
    levels === undefined || levels.length === 0
      ? 'Set an effort instead'
      : `${whom} accepts ${levelsText(levels)} as an effort`
  return models.length === 0 ? `${effort}.` : `${effort}; only ${models.join(', ')} accept a budget.`
}

function lowestHint(definition: AgentDefinition, model: ThinkingModel): string {
  const { budgets, id } = model
  const [level] = levelsOf(definition, model) ?? []
  if (budgets !== undefined) return `Use a budget of at least ${budgets[0]} tokens.`
  return level === undefined ? 'Remove the budget.' : `Use the effort ${level}, the lowest of ${id}.`
}
