import { ValidationError, type ValidationIssue } from '../../core/validation-error.ts'
import type { RunOptions } from '../api/options.ts'
import type { Profiles } from '../profiles/profiles.ts'
import { checkRunOptions } from '../validate/check-options.ts'
import type { ValidatedRun } from '../validate/validate.ts'
import { readAgentChoice } from './agent-choice.ts'
import { autoAgent, autoRuns } from './choose-agent.ts'

/** A run for each agent that may work on the prompt, in order. */
export interface AgentsOfRun {
  readonly runs: readonly [ValidatedRun, ...ValidatedRun[]]
  /** Whether Capstan chose the agent. */
  readonly isChosen: boolean
}

/**
 * Validates a run for its agent and for every agent that can take over.
 * @throws the error of the first agent that cannot do the run; with agent `auto`, NoAgentFitsError if none can.
 */
export function agentsOfRun(
  options: RunOptions,
  context: { profiles: Profiles; validate: (options: RunOptions) => ValidatedRun },
): AgentsOfRun {
  checkRunOptions(options)
  checkChoice(options)
  if (options.agent === autoAgent) return { runs: autoRuns(options, context), isChosen: true }
  const { fallback = [], model, ...rest } = options
  const { models } = context.profiles
  const others = fallback.map((text) => {
    const choice = readAgentChoice(text)
    // Agents that have the same model use it; the others use their default.
    const isShared = model !== undefined && hasModel(models, choice.agent, model)
    return context.validate({ ...rest, ...(isShared ? { model } : {}), ...choice })
  })
  return { runs: [context.validate(options), ...others], isChosen: false }
}

function hasModel(models: Profiles['models'], agent: string, model: string): boolean {
  const { valid, status } = models.validate(agent, model)
  return valid && status !== 'unknown'
}

/** @throws ValidationError for options about the choice of an agent that would be ignored. */
function checkChoice(options: RunOptions): void {
  const isAuto = options.agent === autoAgent
  const issues: ValidationIssue[] = []
  const refuse = (name: string, message: string): void => void issues.push({ path: [name], message })
  for (const name of ['needs', 'maxPrice', 'allowUnknown', 'cheapest'] as const) {
    if (options[name] !== undefined && !isAuto) refuse(name, 'is only for the agent auto')
  }
  if (isAuto && options.fallback !== undefined)
    refuse('fallback', 'cannot be given together with the agent auto')
  if (isAuto && (options.sessionId ?? options.forkSessionId) !== undefined) {
    refuse('agent', 'cannot be auto for an earlier session')
  }
  if (options.fallbackAfterEffects !== undefined && !isAuto && (options.fallback ?? []).length === 0) {
    refuse('fallbackAfterEffects', 'is only for runs with fallback or the agent auto')
  }
  if (issues.length === 0) return
  const lines = issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  throw new ValidationError(lines.join('; '), issues, { hint: 'See docs/pick.md.' })
}
