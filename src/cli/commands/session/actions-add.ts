import type { Command } from '../../command.ts'
import { requiredArgument } from '../agent-argument.ts'
import { withDaemon } from './daemon.ts'

const usage = '<module>'

export const addActions: Command = {
  description:
    'Adds the actions of a module of yours: it exports them as a list called actions. They are there until the daemon\n' +
    'ends; adding the same module again takes what it says now. Its code runs in the daemon, as you.',
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
