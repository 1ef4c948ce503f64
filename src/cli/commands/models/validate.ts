import type { ModelValidationResult } from '../../../models/validate.ts'
import type { Command } from '../../command.ts'
import type { Style } from '../../output/style.ts'
import { findAgent, requiredArgument } from '../agent-argument.ts'
import { agentsOption, knownModels } from '../known-agents.ts'

const usage = '<agent> <model>'

export const validateModelName: Command = {
  description:
    'Checks what a model name means to an agent: ok, alias, deprecated, unknown or ambiguous. Exits with 2 if the name cannot be used.',
  usage,
  options: [agentsOption],
  maxArguments: 2,
  examples: ['capstan models validate claude opus', 'capstan models validate opencode gpt-5.5 --json'],
  async run({ values, arguments: [typed, model], output }) {
    const agent = await findAgent(requiredArgument(typed, 'agent', `models validate ${usage}`), { values })
    const name = requiredArgument(model, 'model', `models validate ${usage}`)
    const result = (await knownModels(values)).validate(agent.id, name)
    output.data(result, () => resultText(result, output.style))
    return result.valid ? 0 : 2
  },
}

function resultText(result: ModelValidationResult, style: Style): string {
  const { message, suggestions = [] } = result
  const advice = suggestions.length === 0 ? '' : `; did you mean ${suggestions.join(', ')}?`
  return `${statusText(result, style)}: ${message}${advice}`
}

function statusText({ status, valid }: ModelValidationResult, style: Style): string {
  if (!valid) return style.bad(status)
  return status === 'deprecated' || status === 'unknown' ? style.warn(status) : style.good(status)
}
