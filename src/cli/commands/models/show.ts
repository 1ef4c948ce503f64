import type { ModelDetails } from '../../../models/model-details.ts'
import type { Command } from '../../command.ts'
import { columns } from '../../output/columns.ts'
import { shortValue } from '../../output/short-text.ts'
import type { Output } from '../../output/output.ts'
import { findAgent, requiredArgument } from '../agent-argument.ts'
import { agentsOption, knownModels } from '../known-agents.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import type { DetailedModelRegistry } from '../../../models/registry.ts'
import type { ModelValidationResult } from '../../../models/validate.ts'

const usage = '<agent> <model>'

export const showModel: Command = {
  description: 'Shows everything known about a model of an agent, with sources.',
  usage,
  options: [agentsOption],
  maxArguments: 2,
  examples: ['capstan models show claude opus'],
  async run({ values, arguments: [typedAgent, typedModel], output }) {
    const agent = await findAgent(requiredArgument(typedAgent, 'agent', `models show ${usage}`), { values })
    const name = requiredArgument(typedModel, 'model', `models show ${usage}`)
    const registry = await knownModels(values)
    const { message, model } = requireModel(registry, agent.id, name)
    const details = model === undefined ? null : registry.details(agent.id, model.modelId)
    output.data({ message, ...details }, () =>
      details === null ? message : [message, detailsText(details, output)].join('\n'),
    )
    return 0
  },
}

function detailsText(details: ModelDetails, { style, width }: Output): string {
  const { capabilities, derived, assumed, sources, ...others } = details
  const rows = Object.entries({ ...capabilities, ...others }).map(([field, value]) => [
    style.bold(field),
    [
      assumed.includes(field) ? style.warn('unknown') : shortValue(value, Math.min(100, width - 6)),
      ...(derived.includes(field) && !assumed.includes(field) ? [style.dim('(derived by a rule)')] : []),
    ].join(' '),
  ])
  const sourceRows = sources.map(({ name, date }) => [name, date])
  return `${columns(rows, { width })}\n${style.bold('Sources')}\n${columns(sourceRows)}`
}

/**
 * Resolves a model name for an agent.
 * @throws CapstanError `UNKNOWN_MODEL` if the name is unknown or ambiguous.
 */
function requireModel(registry: DetailedModelRegistry, agent: string, typed: string): ModelValidationResult {
  const result = registry.validate(agent, typed)
  if (result.valid) return result
  const { message, suggestions = [] } = result
  throw new CapstanError('UNKNOWN_MODEL', message, {
    hint:
      suggestions.length === 0
        ? `Run capstan models ${agent} to see the known models.`
        : `Did you mean ${suggestions.join(', ')}?`,
  })
}
