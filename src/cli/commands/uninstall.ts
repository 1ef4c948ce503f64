import { existsSync } from 'node:fs'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { Detection } from '../../agents/detect/detect.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { Command } from '../command.ts'
import { findAgent, requiredArgument } from './agent-argument.ts'
import { dryRunOption } from './install-steps/options.ts'
import { agentsOption } from './known-agents.ts'

const usage = '<agent> [--dry-run]'

export const uninstallAgent: Command = {
  description:
    "Removes the agent from Capstan's own folder. Other installations, settings and sessions of the agent are not\n" +
    'touched.',
  usage,
  options: [dryRunOption, agentsOption],
  maxArguments: 1,
  examples: ['capstan uninstall claude'],
  async run({ values, arguments: [typed], output }) {
    const { id, definition } = await findAgent(requiredArgument(typed, 'agent', `uninstall ${usage}`), {
      values,
    })
    const [{ agentPrefix }, { detect }, { uninstall }] = await Promise.all([
      import('../../agents/detect/folders.ts'),
      import('../../agents/detect/detect.ts'),
      import('../../agents/install/install.ts'),
    ])
    const prefix = agentPrefix(id)
    if (!existsSync(prefix)) throw nothingToRemove(definition, await detect(definition))
    if (values.has('dry-run')) {
      output.data({ agent: id, status: 'planned', prefix }, () => `Would remove only ${prefix}`)
      return 0
    }
    uninstall(definition)
    const left = await detect(definition)
    const also = left.installed ? `; kept ${left.path}, which Capstan did not install` : ''
    output.data(
      { agent: id, status: 'uninstalled', prefix, detection: left },
      () => `Removed ${prefix}${also}`,
    )
    return 0
  },
}

function nothingToRemove({ id, acp }: AgentDefinition, { installed, path }: Detection): CapstanError {
  if (!installed) {
    return new CapstanError('AGENT_NOT_INSTALLED', `${id} is not installed`, {
      hint: `Run capstan install ${id} to install it.`,
    })
  }
  if (acp?.own)
    return new CapstanError('COMES_WITH_CAPSTAN', `${id} is part of Capstan and cannot be uninstalled alone`)
  return new CapstanError('INSTALLED_BY_OTHERS', `Capstan did not install ${id} at ${path}`, {
    hint: 'Uninstall it with the tool that installed it.',
  })
}
