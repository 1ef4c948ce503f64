import type { Command } from '../../../command.ts'
import { requiredArgument } from '../../agent-argument.ts'
import { withDaemon } from '../daemon.ts'

const usage = '<module>'

export const addActions: Command = {
  description:
    'Registers the actions of a module, which exports them as a list named actions. They stay registered until the\n' +
    'session daemon stops; add the module again to reload it. Its code runs in the daemon with your permissions.',
  usage,
  options: [],
  maxArguments: 1,
  examples: ['capstan actions add ./actions.mjs'],
  async run({ arguments: [typed], output }) {
    const { default: nodePath } = await import('node:path')
    const path = nodePath.resolve(requiredArgument(typed, 'module', `actions add ${usage}`))
    const { names } = await withDaemon((daemon) => daemon.request('actions.add', { path }))
    output.data({ names }, () => `Added ${names.join(', ')}.`)
    return 0
  },
}
