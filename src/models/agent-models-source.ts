import { frozenCopy } from '../capabilities/frozen-copy.ts'
import { CapstanError } from '../core/capstan-error.ts'
import { requireList, requireObject, requireText } from '../core/check-argument.ts'
import { excerptOf } from '../core/text/excerpt.ts'
import { didYouMean } from '../core/text/nearest-name.ts'
import { ValidationError } from '../core/validation-error.ts'
import type { AgentModels } from './agent-models.ts'

/** The agents of a model registry. The content may change. */
export interface AgentModelsSource {
  list(): readonly AgentModels[]
  /** The models of an agent; the same object while the agent stays registered. @throws CapstanError `UNKNOWN_AGENT`. */
  get(agent: string): AgentModels
}

/** A source with a fixed list. @throws ValidationError if an agent appears twice. */
export function listedModels(agents: readonly AgentModels[]): AgentModelsSource {
  requireList(agents, 'agents')
  for (const [index, given] of agents.entries()) requireObject(given, `agents.${index}`)
  const byAgent = new Map(agents.map((given) => [given.agent, frozenCopy(given)]))
  if (byAgent.size < agents.length) {
    throw new ValidationError('Two agents of a model registry have the same name')
  }
  return {
    list: () => [...byAgent.values()],
    get(agent) {
      requireText(agent, 'agent')
      const found = byAgent.get(agent)
      if (found !== undefined) return found
      const names = [...byAgent.keys()]
      const known = names.length === 0 ? 'Register an agent first.' : `Use one of ${names.join(', ')}.`
      throw new CapstanError(
        'UNKNOWN_AGENT',
        `No models are registered for an agent called ${excerptOf(agent)}`,
        { hint: didYouMean(agent, names, known) },
      )
    },
  }
}
