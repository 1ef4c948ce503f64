import { userConfigFile } from '../../../core/files/config-files.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import type { Command, Invocation } from '../../command.ts'
import { findAgent, requiredArgument } from '../agent-argument.ts'

export const setKey: Command = {
  description:
    'Sets a key in the user file; creates the file if missing and keeps its comments. Separate the parts of a key with\n' +
    'dots.',
  usage: '<key> <value>',
  options: [],
  maxArguments: 2,
  examples: [
    'capstan config set agent claude',
    'capstan config set maxCostUsd 2.50',
    'capstan config set agents.codex.model gpt-5.5',
  ],
  async run({ arguments: [typedKey, typedValue], values, output }) {
    const key = requiredArgument(typedKey, 'key', 'config set <key> <value>')
    const value = requiredArgument(typedValue, 'value', 'config set <key> <value>')
    const { setConfig } = await import('../../../config/edit-config.ts')
    const path = userConfigFile({})
    setConfig({ path, key }, value)
    output.data({ path, key }, () => `Set ${key} in ${path}`)
    if (key === 'agent') await warnOfUnknown(value, { values, output })
    return 0
  },
}

/** Only a warning: an agent of the user's own may be added later. */
async function warnOfUnknown(
  agent: string,
  { values, output }: Pick<Invocation, 'values' | 'output'>,
): Promise<void> {
  try {
    await findAgent(agent, { values })
  } catch (error) {
    if (!CapstanError.isInstance(error)) throw error
    const warning = [error.message, error.hint].filter(Boolean).join(' — ')
    output.note({ warning }, () => `warning: ${warning}`)
  }
}

export const unsetKey: Command = {
  description: 'Removes a key from the user file.',
  usage: '<key>',
  options: [],
  maxArguments: 1,
  examples: ['capstan config unset agents.codex.model'],
  async run({ arguments: [typed], output }) {
    const key = requiredArgument(typed, 'key', 'config unset <key>')
    const { unsetConfig } = await import('../../../config/edit-config.ts')
    const path = userConfigFile({})
    const removed = unsetConfig({ path, key })
    output.data({ path, key, removed }, () =>
      removed ? `Removed ${key} from ${path}` : `${key} is not set in ${path}`,
    )
    return 0
  },
}
