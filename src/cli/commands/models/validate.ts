import type { ModelValidationResult } from '../../../models/validate.ts'
import type { Command } from '../../command.ts'
import type { Style } from '../../output/style.ts'
import { findAgent, requiredArgument } from '../agent-argument.ts'

const usage = '<agent> <model>'

export const validateModelName: Command = {
  description:
    'Says what a name means to an agent: ok, alias, deprecated, unknown or ambiguous. Ends with 2 for the last two.',
  usage,
  options: [],
  maxArguments: 2,
  examples: ['capstan models validate claude opus', 'capstan models validate opencode gpt-5.5 --json'],
  async run({ arguments: [typed, model], output }) {
    const agent = await findAgent(requiredArgument(typed, 'agent', `models validate ${usage}`))
    const name = requiredArgument(model, 'model', `models validate ${usage}`)
    const { createModelRegistry } = await import('../../../models/index.ts')
    const result = createModelRegistry().validate(agent.id, name)
    output.data(result, () => `${statusText(result, output.style)}: ${result.message}`)
    return result.valid ? 0 : 2
  },
}

function statusText({ status, valid }: ModelValidationResult, style: Style): string {
  if (!valid) return style.bad(status)
  return status === 'deprecated' ? style.warn(status) : style.good(status)
}
