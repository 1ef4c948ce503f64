import type { ThinkingControl } from '../agents/definition-thinking.ts'
import type { ThinkingModel } from '../agents/thinking.ts'
import { CapabilityError } from '../capabilities/capability-error.ts'
import { type CapabilityProfile, factOf, supportOf, valueOf } from '../capabilities/profile.ts'
import type { RunOptions } from './options.ts'

/** Whom the thinking is asked of: a known model behind an agent, or the agent when no model is known. */
export interface ThinkingSubject {
  readonly agent: string
  /** The agent's facts with those of the model, where there is one, laid over them. */
  readonly profile: CapabilityProfile
  readonly model: ThinkingModel | null
  readonly controls: readonly ThinkingControl[]
}

/** Levels that a model with nothing but a budget can be given, as a budget. */
const budgetLevels = ['minimal', 'low', 'medium', 'high', 'max']

/**
 * Refuses thinking that the model, or without one the agent, is known not to have.
 * What a model says beats what its agent says. @throws CapabilityError
 */
export function checkThinking(options: RunOptions, subject: ThinkingSubject): void {
  const { thinkingEffort: effort, thinkingBudgetTokens: budget } = options
  if (effort === undefined && budget === undefined) return
  if (supportOf(subject.profile, 'thinking.supported') === 'unsupported') throw noThinking(subject)
  if (effort !== undefined) checkEffort(effort, subject)
  if (budget !== undefined) checkBudget(budget, { ...subject, hasEffort: effort !== undefined })
}

function noThinking({ agent, model, profile }: ThinkingSubject): CapabilityError {
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

function checkEffort(level: string, { agent, model, profile, controls }: ThinkingSubject): void {
  const levels = model === null ? agentLevels(profile, controls) : levelsOf(model, controls)
  if (levels === undefined || levels.includes(level)) return
  throw new CapabilityError('thinkingEffort', {
    agent,
    id: 'thinking.effort',
    requested: level,
    supported: levels,
    evidence: factOf(profile, 'thinking.effort').evidence,
    message: `${model === null ? `Agent '${agent}'` : `Model '${model.id}'`} does not support thinking effort level '${level}'`,
    hint: levels.length === 0 ? 'It takes no level.' : `It takes ${levels.join(', ')}.`,
  })
}

/** Without a model, what any of the agent's models may take: one that takes budgets takes the levels that stand for them. */
function agentLevels(
  profile: CapabilityProfile,
  controls: readonly ThinkingControl[],
): readonly string[] | undefined {
  const own = valueOf(profile, 'thinking.effort')
  const takesBudgets = controls.some(({ sets }) => sets === 'budget')
  return own === undefined || !takesBudgets ? own : [...new Set([...own, ...budgetLevels])]
}

/** The model's own words; for one that takes only budgets, what the agent makes of levels. */
function levelsOf(
  { efforts, budgets }: ThinkingModel,
  controls: readonly ThinkingControl[],
): readonly string[] | undefined {
  if (efforts !== undefined || budgets === undefined) return efforts
  return (
    controls.find((control) => control.levelsOfBudgetModels !== undefined)?.levelsOfBudgetModels ??
    budgetLevels
  )
}

function checkBudget(
  budget: number,
  { agent, model, profile, hasEffort }: ThinkingSubject & { hasEffort: boolean },
): void {
  const takesNone =
    model === null ? supportOf(profile, 'thinking.budget') === 'unsupported' : model.budgets === undefined
  // With an effort beside it, the effort is used and the budget is not: the translation says so.
  if (takesNone && hasEffort) return
  const about = {
    agent,
    id: 'thinking.budget',
    requested: budget,
    evidence: factOf(profile, 'thinking.budget').evidence,
  }
  if (takesNone) {
    throw new CapabilityError('thinkingBudgetTokens', {
      ...about,
      message: `Agent '${agent}' does not support numeric thinking budget`,
      hint: 'Use thinkingEffort.',
    })
  }
  const [least, most] = model?.budgets ?? [0, Infinity]
  if (budget >= least && budget <= most) return
  throw new CapabilityError('thinkingBudgetTokens', {
    ...about,
    supported: [least, most],
    message: `Thinking budget ${budget} is outside valid range [${least}, ${most}] for model '${model?.id}'`,
  })
}
